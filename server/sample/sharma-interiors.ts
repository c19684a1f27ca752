import { lines } from './random.ts';
import type { SampleClient } from './sample-client.ts';

/** Kitchens, homes and offices, mostly around Pune. */
export const SHARMA_INTERIORS: SampleClient = {
  seed: 1947,
  name: 'Sharma Interiors',
  schema: 'sharma_interiors',
  amountPaid: 48_000,
  leads: 340,
  staff: [
    { first: 'Ritu', last: 'Sharma', email: 'ritu@sharma.example', role: 'admin' },
    { first: 'Vikram', last: 'Kulkarni', email: 'vikram@sharma.example', role: 'manager' },
    { first: 'Sneha', last: 'Patil', email: 'sneha@sharma.example', role: 'salesrep' },
    { first: 'Imran', last: 'Shaikh', email: 'imran@sharma.example', role: 'salesrep' },
    { first: 'Tushar', last: 'Gokhale', email: 'tushar@sharma.example', role: 'salesrep', former: true },
  ],
  products: [
    product(
      'Kitchens',
      'KIT-L',
      'Modular kitchen, L-shaped',
      285_000,
      'Marine ply, acrylic shutters, soft close',
    ),
    product(
      'Kitchens',
      'KIT-P',
      'Modular kitchen, parallel',
      345_000,
      'Marine ply, tandem drawers, tall unit',
    ),
    product(
      'Kitchens',
      'KIT-I',
      'Island kitchen, imported fittings',
      780_000,
      'Quartz top, imported channels',
    ),
    product('Wardrobes', 'WRD-S', 'Sliding wardrobe, 3 door', 98_000, 'Laminate, mirror on one door'),
    product('Wardrobes', 'WRD-W', 'Walk-in wardrobe', 265_000, null),
    product(
      'Homes',
      'HOM-2',
      '2 BHK full home interior',
      850_000,
      'Kitchen, wardrobes, ceiling, paint, lights',
    ),
    product(
      'Homes',
      'HOM-3',
      '3 BHK full home interior',
      1_450_000,
      'All of the 2 BHK package, plus a study',
    ),
    product('Homes', 'HOM-V', 'Villa interior', 2_400_000, 'Dedicated site team, 120 days'),
    product(
      'Offices',
      'OFF-20',
      'Office fit-out, up to 20 seats',
      1_150_000,
      'Workstations, glass, lights, pantry',
    ),
    product('Offices', 'OFF-C', 'Conference room', 325_000, 'Table, panelling, acoustic ceiling'),
    product('Services', 'SRV-D', 'Design consultation', 15_000, 'Site visit and 3D views; credited on order'),
    product('Services', 'SRV-P', 'पूजा कक्ष (Pooja room)', 75_000, 'सागवान की लकड़ी, जाली का काम'),
    { ...product('Services', 'SRV-V', 'Vaastu consultation', null, null), isActive: false },
  ],
  sources: {
    website: 26,
    social_media: 18,
    referral: 20,
    advertisement: 9,
    IndiaMART: 12,
    trade_fair: 6,
    Justdial: 4,
    'walk-in': 3,
    other: 2,
  },
  costs: { advertisement: 24_000, IndiaMART: 15_000, Justdial: 6_000, trade_fair: 30_000 },
  laterStatuses: ['proposal', 'negotiation'],
  campaigns: ['monsoon-kitchen-offer', 'new-homes-wakad', 'festive-interiors', 'office-refresh'],
  tags: [
    '2bhk',
    '3bhk',
    'villa',
    'kitchen',
    'wardrobe',
    'office',
    'urgent',
    'VIP',
    'NRI',
    'repeat',
    'site-visit-done',
    'वास्तु',
  ],
  cities: {
    Pune: 52,
    'Pimpri-Chinchwad': 12,
    Mumbai: 10,
    Nashik: 6,
    पुणे: 4,
    Kolhapur: 4,
    Thane: 4,
    Satara: 2,
    Nagpur: 2,
  },
  areas: lines(`
    Flat 1204, Tower B, Blue Ridge Township, Hinjawadi Phase 1
    Kothrud, near Ideal Colony Ground
    Row House 7, Magarpatta City, Hadapsar
    3rd Floor, Amar Business Centre, Baner Road
    Plot 41, Lane 6, Koregaon Park
    Wing C-803, Kumar Prithvi, NIBM Road, Kondhwa
    सर्वे नं. १२/३, वारजे माळवाडी, राष्ट्रीय महामार्गाजवळ
    Bungalow 18, Sindh Society, Aundh
    Office 502, Nucleus Mall, Camp
    B-2, MIDC Bhosari Industrial Estate
  `),
  companies: lines(`
    Kalyani Builders
    Godavari Developers LLP
    Sahyadri Hospitality Pvt. Ltd.
    Blue Lotus Dental Clinic
    Tandulwadi Cooperative Housing Society
    Nexora Softech Solutions India Private Limited
    Maharashtra State Warehousing & Agro Logistics Employees' Cooperative Credit Society Ltd., Pune Region
    श्री गणेश एंटरप्राइजेज
    Mitra & Ghosh Architects
    Hotel Rajwada Residency
    Annapurna Foods
    Deccan Coworks
    Vidya Vikas English Medium School
    Patel Brothers Jewellers
    Omkar Constructions and Infrastructure Development Corporation
    Urban Nest Realty
    Sai Krupa Traders
    Zenith Physiotherapy and Sports Injury Centre
    साईराम डेव्हलपर्स
    Cafe Monsoon
  `),
  companyShare: 0.34,
  designations: [
    'Owner',
    'Director',
    'Architect',
    'Purchase Manager',
    'Admin Head',
    'Partner',
    'Facility Manager',
    'Secretary',
    'मालक',
  ],
  requirements: lines(`
    Modular kitchen for a new 2 BHK, possession next month
    Complete interior for 3 BHK, wants 3D views before paying anything
    किचन और दो अलमारी का काम, बजट थोड़ा कम है
    Office for 18 people, cabins for two directors, work only at weekends
    Kitchen trolley ka kaam, purana platform todna padega
    Reception and two consulting rooms for a clinic
    घराचे संपूर्ण इंटिरियर, गृहप्रवेश दिवाळीपूर्वी
    Saw the island kitchen at the fair, wants the same with a smaller counter
    Sample flat for a builder, 40 more flats to follow if they like it
    Wardrobe for master bedroom, sliding, mirror finish
    Villa on two floors, home theatre and bar
    Sirf design chahiye, execution apne contractor se karwayenge
    False ceiling and lights for the drawing room
    Enquiry from the website form
  `),
  notes: lines(`
    Prefers calls after office hours. Decision with wife and mother-in-law.
    Site visit done; carpet area 1,020 sq ft, kitchen 9 x 11. Photos are in the shared folder.
    बजट आठ लाख तक है। लकड़ी सागवान ही चाहिए, लैमिनेट नहीं।
    Bola hai quotation WhatsApp pe bhejo, phir Sunday ko showroom aayenge.
    Comparing us with two others. Price matters less to him than the date of handover.
    ग्राहकाला गुढीपाडव्यापूर्वी काम पूर्ण हवे आहे. दुसऱ्या मजल्यावर लिफ्ट नाही.
    Referred by Dr. Kale (villa in Aundh). Treat well: the society has 80 flats.
    Loan sanction pending, 15 din baad baat karna.
    Wants GST invoice in the company's name. Payment 40-40-20.
    Asked for warranty in writing: ten years on hardware, five on ply.
    Does not want to be called again before possession; mail is fine.
    Vastu: kitchen platform must face east. "पूर्व दिशा" written on the plan twice.
  `),
  calls: {
    talked: lines(`
      Explained the three ranges, sent catalogue on WhatsApp
      Site visit fixed, will take measurements
      Quotation discussed line by line; wants the loft removed and the price of a chimney added
      Client ne bola ki ghar pe baat karke batayenge
      अगले हफ्ते शोरूम आएंगे, शनिवार ठीक रहेगा
      Asked for two more colours of acrylic
      Revised layout approved, waiting for budget from the partner
      Price thoda zyada lag raha hai, 5% discount pe baat chal rahi hai
      मोजमाप घेतले, डिझाइन शुक्रवारपर्यंत द्यायचे
    `),
    missed: lines(`
      Rang out
      Phone switched off
      Busy, sent an SMS
      Number busy tha, baad mein try karna
      फोन नहीं उठाया
    `),
    won: lines(`
      Advance received by UPI, order confirmed
      Agreement signed, work starts on Monday
      ऑर्डर पक्का, एडवांस मिल गया
      Final: 40% advance transfer ho gaya
    `),
    lost: lines(`
      Went with a local carpenter, half the price
      Flat sold, no longer needed
      Budget nahi hai abhi, agle saal dekhenge
      दूसरी कंपनी को काम दे दिया
      Not interested, asked not to be called
    `),
  },
  reminders: lines(`
    Send revised quotation
    Call back after site visit
    Confirm measurements with the carpenter
    Show laminate samples
    एडवांस के लिए फोन करना
    Follow up on 3D design
    Ask about possession date
    Showroom visit, keep quartz samples ready
    Loan status puchna hai
  `),
};

function product(
  category: string,
  sku: string,
  name: string,
  price: number | null,
  description: string | null,
) {
  return { category, sku, name, price, description };
}
