import { lines } from './random.ts';
import type { SampleClient } from './sample-client.ts';

/** Coaching for school and entrance examinations in the south. */
export const MERIDIAN_TUTORS: SampleClient = {
  seed: 1729,
  name: 'Meridian Tutors',
  schema: 'meridian_tutors',
  amountPaid: 18_000,
  leads: 120,
  staff: [
    { first: 'Lakshmi', last: 'Narayanan', email: 'lakshmi@meridian.example', role: 'admin' },
    { first: 'Anoop', last: 'Menon', email: 'anoop@meridian.example', role: 'manager' },
    { first: 'Sravani', last: 'Reddy', email: 'sravani@meridian.example', role: 'salesrep' },
  ],
  products: [
    course(
      'Entrance',
      'NEET-2',
      'NEET, two years',
      185_000,
      'Classes 11 and 12, biology in English or Tamil',
    ),
    course('Entrance', 'NEET-R', 'NEET repeater batch', 110_000, 'Ten months, test series included'),
    course('Entrance', 'JEE-2', 'JEE Main and Advanced, two years', 210_000, 'Batches of 25'),
    course('Entrance', 'CLAT-1', 'CLAT, one year', 65_000, null),
    course('School', 'SCH-10', 'Class 10, all subjects', 38_000, 'CBSE and State Board'),
    course('School', 'SCH-12', 'Class 12, science', 55_000, 'Physics, chemistry, mathematics'),
    course('School', 'SCH-H', 'हिन्दी व्याकरण, कक्षा 8 से 10', 15_000, 'ऑनलाइन, शनिवार और रविवार'),
    course('Languages', 'ENG-S', 'Spoken English', 18_000, 'Sixty hours, evenings'),
    { ...course('Languages', 'GER-A1', 'German A1', 24_000, null), isActive: false },
  ],
  sources: {
    website: 34,
    referral: 24,
    social_media: 20,
    advertisement: 8,
    school_seminar: 9,
    Sulekha: 3,
    other: 2,
  },
  costs: { advertisement: 12_000, school_seminar: 9_000, Sulekha: 4_000 },
  laterStatuses: [],
  campaigns: ['neet-repeaters', 'class-10-crash-course', 'open-house'],
  tags: ['neet', 'jee', 'class-10', 'class-12', 'scholarship', 'hostel', 'sibling', 'தமிழ்', 'weekend'],
  cities: { Chennai: 40, Hyderabad: 22, Kochi: 14, Bengaluru: 10, Coimbatore: 7, Madurai: 4, சென்னை: 3 },
  areas: lines(`
    14, 2nd Cross Street, Adyar
    Plot 88, Kavuri Hills, Madhapur
    TC 9/1204, Panampilly Nagar
    Flat 6A, Lotus Pond Apartments, Banjara Hills
    27, North Mada Street, Mylapore
    எண் 12, பாரதியார் தெரு, தி. நகர்
  `),
  companies: lines(`
    Kendriya Vidyalaya No. 2 Parents' Association
    Sree Saraswathi Vidya Mandir Matriculation Higher Secondary School
    Don Bosco Study Centre
    Blossoms Public School
    தமிழ் வளர்ச்சிக் கழகம்
  `),
  companyShare: 0.08,
  designations: ['Principal', 'Parent', 'Coordinator', 'Correspondent'],
  requirements: lines(`
    NEET coaching for daughter, now in class 11
    Son scored 78% in class 10, wants JEE from next batch
    Class 10 maths and science only, evenings
    Repeater batch with hostel, from Madurai
    NEET ke liye do saal ka course, fees instalment mein
    बेटी के लिए हिन्दी व्याकरण की ऑनलाइन कक्षा
    மகளுக்கு நீட் பயிற்சி, விடுதி வசதி தேவை
    Seminar for 120 students of class 12
    Enquiry from the website form
  `),
  notes: lines(`
    Mother decides, father pays. Call the mother first.
    Fees in three instalments agreed; scholarship test on Sunday.
    Demo class attended, liked the physics teacher.
    फीस में भाई-बहन की छूट मांग रहे हैं।
    Result ka wait kar rahe hain, uske baad join karenge.
    Bus from Tambaram needed; route 3 has two seats left.
    Wants material in Tamil. "தமிழ் வழி" batch starts in June.
  `),
  calls: {
    talked: lines(`
      Explained batches and fees, demo class on Saturday
      Father wants to see last year's results
      Asked for hostel photographs
      Demo class ke baad decide karenge
      छात्रवृत्ति परीक्षा की तारीख बताई
      Marks sheet received, eligible for 20% scholarship
    `),
    missed: lines(`
      Rang out
      Number busy
      Switched off, school hours perhaps
      फोन नहीं लगा
    `),
    won: lines(`
      First instalment paid, seat confirmed
      Admission form signed at the centre
      एडमिशन हो गया
    `),
    lost: lines(`
      Joined a centre nearer home
      Fees too high for them this year
      Moving to Delhi
      Abhi school ki coaching hi kaafi hai
    `),
  },
  reminders: lines(`
    Remind about demo class
    Send fee structure
    Call after scholarship test
    पहली किस्त के लिए फोन
    Ask for class 10 marks
    Meet parents at the open house
  `),
};

function course(category: string, sku: string, name: string, price: number, description: string | null) {
  return { category, sku, name, price, description };
}
