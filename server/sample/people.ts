import { lines, words } from './random.ts';
import type { Random } from './random.ts';

type Gender = 'male' | 'female';
/** `latin` is the name as spelled in an email address. */
export type Person = { name: string; latin: string; gender: Gender };

type Region = Record<Gender | 'last', readonly string[]>;

const region = (male: string, female: string, last: string): Region => ({
  male: words(male),
  female: words(female),
  last: words(last),
});

const REGIONS: readonly Region[] = [
  region(
    'Rohit Sachin Aniket Prasad Nikhil Sandeep Makarand Omkar Tushar Ajinkya Vaibhav Mandar',
    'Sneha Pallavi Mrunal Ashwini Rutuja Sayali Madhuri Vaishali Manasi Ketaki Gauri Tejaswini',
    'Deshpande Kulkarni Joshi Patil Jadhav Pawar Shinde Bhosale Gokhale Kale Chavan Wagh Sawant',
  ),
  region(
    'Hardik Chirag Jignesh Bhavesh Ketan Parth Nirav Mehul Dhaval Kalpesh',
    'Hetal Kinjal Foram Bhumika Nidhi Jinal Dimple Urvashi Riddhi Khushbu',
    'Patel Shah Mehta Desai Parmar Solanki Trivedi Bhatt Amin Thakkar Panchal',
  ),
  region(
    'Amit Rajesh Vivek Saurabh Manoj Deepak Alok Pankaj Shivam Anurag Ashutosh Himanshu',
    'Neha Pooja Ritu Shalini Kavita Swati Anjali Preeti Garima Archana Vandana Sakshi',
    'Sharma Verma Gupta Mishra Tiwari Yadav Srivastava Agarwal Singh Pandey Dubey Saxena',
  ),
  region(
    'Gurpreet Harjit Manpreet Jaspal Amarjeet Sukhwinder Navdeep Karanveer',
    'Simran Harleen Jasleen Navneet Kirandeep Parminder Amanpreet Rajwinder',
    'Singh Gill Sandhu Dhillon Ahluwalia Bedi Sethi Grewal Arora',
  ),
  region(
    'Arvind Karthik Senthil Murugan Saravanan Balaji Prakash Dinesh Vignesh Ganesan',
    'Lakshmi Kavitha Priya Deepa Nithya Revathi Gayathri Subashini Janani Abirami',
    'Subramanian Iyer Raman Natarajan Krishnan Venkatesan Palaniswami Rajendran Sundaram Murugesan',
  ),
  region(
    'Anoop Sreejith Vishnu Biju Rahul Jibin Manu Ajith Shyam Faisal',
    'Anjana Divya Athira Reshma Sreelakshmi Nimisha Fathima Aparna Parvathy Meera',
    'Nair Menon Pillai Kurup Varghese Thomas Mathew Namboothiri Kurian Panicker Rahman',
  ),
  region(
    'Srinivas Venkatesh Ravi Kiran Suresh Naveen Mahesh Praveen Chaitanya Sai',
    'Swapna Sravani Lavanya Padma Haritha Sirisha Keerthi Madhavi Bhargavi Anusha',
    'Reddy Rao Naidu Chowdary Goud Varma Prasad Sharma Yerramilli Kondapalli Pulipati',
  ),
  region(
    'Sourav Arnab Debashish Subhajit Anirban Partha Kaushik Abhijit',
    'Moumita Sharmistha Ananya Rituparna Paromita Sudeshna Tanushree Ishita',
    'Chatterjee Banerjee Mukherjee Ghosh Das Sen Bose Dutta Roy Bhattacharya',
  ),
  region(
    'Imran Salman Arif Zubair Farhan Sameer Yusuf Asif',
    'Ayesha Shabana Nazneen Rukhsar Zoya Farah Sana Mehnaz',
    'Khan Shaikh Ansari Qureshi Siddiqui Pathan Sayyed Mulla',
  ),
  region(
    'Joel Savio Lalit Bishal Hemanta Thoiba Lalrinmawia Kelvin',
    'Sharon Jovita Banashree Rimjhim Linthoi Lalhmangaihi Elvira Rosanne',
    'Fernandes DSouza Pereira Borah Gogoi Hazarika Singha Sangma Lyngdoh Pradhan',
  ),
];

/** Name in its own script, name as spelled in an email address, m or f. */
const OWN_SCRIPT: readonly Person[] = lines(`
  सुनीता देशपांडे | sunita.deshpande | f
  राजेश कुमार शर्मा | rajesh.sharma | m
  अनिता पाटील | anita.patil | f
  विकास त्रिपाठी | vikas.tripathi | m
  मीनाक्षी जोशी | meenakshi.joshi | f
  संतोष गायकवाड | santosh.gaikwad | m
  प्रीति अग्रवाल | preeti.agarwal | f
  ज्ञानेश्वर क्षीरसागर | dnyaneshwar.kshirsagar | m
  शुभांगी म्हात्रे | shubhangi.mhatre | f
  रमेश चंद्र द्विवेदी | ramesh.dwivedi | m
  कविता राठौड़ | kavita.rathore | f
  हरीश ढोबळे | harish.dhoble | m
  श्रद्धा कुलकर्णी | shraddha.kulkarni | f
  बृजेश यादव | brijesh.yadav | m
  ऋतुजा भोसले | rutuja.bhosale | f
  ओमप्रकाश मीणा | omprakash.meena | m
  தமிழ்செல்வி முருகன் | tamilselvi.murugan | f
  செந்தில்குமார் ராமசாமி | senthilkumar.ramasamy | m
  கார்த்திகேயன் | karthikeyan | m
  மீனாட்சி சுந்தரம் | meenakshi.sundaram | f
  సాయి లక్ష్మి రెడ్డి | sailakshmi.reddy | f
  వెంకటేశ్వరరావు | venkateswara.rao | m
  સોનલ પટેલ | sonal.patel | f
  অনির্বাণ মুখোপাধ্যায় | anirban.mukhopadhyay | m
  ಪ್ರಕಾಶ್ ಹೆಗಡೆ | prakash.hegde | m
  ഗീത മേനോൻ | geetha.menon | f
`).map(personOf);

/** Names too long for a narrow column. */
const LONG: readonly Person[] = lines(`
  Venkata Naga Satya Lakshmi Narasimha Rao Pulipati | narasimha.pulipati | m
  Dr. Padmavathi Anantha Krishnamoorthy Subramaniam | padmavathi.subramaniam | f
  Maharaj Kumar Vishwavardhan Singh Rathore of Deogarh | vishwavardhan.rathore | m
  Adv. Sou. Vijayalakshmi Chandrashekhar Tendulkar-Patwardhan | vijayalakshmi.patwardhan | f
  A. P. J. Mohamed Ibrahim Rowther | ibrahim.rowther | m
`).map(personOf);

function personOf(line: string): Person {
  const [name = '', latin = '', gender] = line.split(' | ');
  return { name, latin, gender: gender === 'f' ? 'female' : 'male' };
}

/** Generates any number of people, no two with the same email address. */
export function peopleOf(random: Random): () => Person {
  const taken = new Map<string, number>();
  const unusual = [...OWN_SCRIPT, ...LONG];
  return () => {
    const [found] = random.chance(0.085) ? unusual.splice(random.whole(0, unusual.length - 1), 1) : [];
    const person = found ?? ordinaryPerson(random);
    const times = (taken.get(person.latin) ?? 0) + 1;
    taken.set(person.latin, times);
    return times === 1 ? person : { ...person, latin: `${person.latin}${times}` };
  };
}

function ordinaryPerson(random: Random): Person {
  const gender = random.chance(0.46) ? 'female' : 'male';
  const { last, ...first } = random.pick(REGIONS);
  const given = random.pick(first[gender]);
  const family = random.pick(last);
  const middle = random.chance(0.1) ? ` ${random.pick(words('A. K. M. R. S. V. Kumar Prasad'))}` : '';
  return { name: `${given}${middle} ${family}`, latin: `${given}.${family}`.toLowerCase(), gender };
}

const MOBILE_SERIES = words('62 63 70 72 73 74 76 78 80 81 82 83 84 86 88 89 90 91 93 94 95 96 97 98 99');

/** A mobile number in one of the usual notations; one in a hundred in Devanagari digits. */
export function phoneNumber(random: Random): string {
  const prefix = random.pick(MOBILE_SERIES) + random.whole(100, 999);
  const rest = String(random.whole(10_000, 99_999));
  const spelling = random.weighted({ spaced: 60, plain: 20, zero: 9, dashed: 7, bare: 3, devanagari: 1 });
  switch (spelling) {
    case 'spaced':
      return `+91 ${prefix} ${rest}`;
    case 'plain':
      return prefix + rest;
    case 'zero':
      return `0${prefix}${rest}`;
    case 'dashed':
      return `+91-${prefix}-${rest}`;
    case 'bare':
      return `91${prefix}${rest}`;
    case 'devanagari':
      return `+91 ${prefix} ${rest}`.replaceAll(/\d/g, (digit) =>
        String.fromCodePoint(0x966 + Number(digit)),
      );
  }
}
