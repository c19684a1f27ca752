import { MAX_IMPORT_BYTES } from '#shared/leads/lead-import.ts';

const HEADERS =
  'Full Name,Email,Mobile,Company,Designation,Lead Status,Lead Source,Interest Level,Value,City,Address,Remarks,Notes,Tags,Lead Score,Next Follow-up';
const FIRST = ['Aarav', 'Priya', 'Rahul', 'Sneha', 'Vikram', 'Meena', 'Arjun', 'Kavya', 'राम', 'Gurpreet'];
const LAST = ['Sharma', 'Iyer', 'Khan', 'Reddy', 'Patel', 'Nair', 'Das', 'Singh', 'Joshi'];
const CITIES = ['Mumbai', 'Pune', 'Chennai', 'Kolkata', 'Jaipur', 'Kochi', 'Surat'];
const STATUSES = ['new', 'contacted', 'qualified', 'lost', 'new', 'contacted'];
const SOURCES = ['website', 'referral', 'social_media', 'advertisement', 'other'];

/**
 * A CSV of a team, as large as an import may be (10 MB, some 35,000 rows): invented people, every hundredth
 * already a lead (in a database of this size), every hundredth twice.
 */
export function leadFile(leads: number): { file: Buffer; rows: number } {
  const lines = [`${HEADERS}\r\n`];
  let bytes = Buffer.byteLength(lines[0] ?? '');
  for (let row = 1; ; row += 1) {
    const text = `${line(row, leads)}\r\n`;
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_IMPORT_BYTES) return { file: Buffer.from(lines.join('')), rows: row - 1 };
    lines.push(text);
  }
}

function line(row: number, leads: number): string {
  const person = row % 100 === 50 ? row - 7 : row;
  const pick = (list: readonly string[], step: number) => list[(person * step) % list.length] ?? '';
  const name = `${pick(FIRST, 7)} ${pick(LAST, 5)}`;
  const isKnown = row % 100 === 0;
  const known = 1 + ((row * 131) % leads);
  const email = isKnown ? `lead${known}@gmail.com` : `import.${person}@example.co.in`;
  const city = pick(CITIES, 3);
  return [
    name,
    email,
    `+91 98${String(person).padStart(8, '0')}`,
    `${pick(LAST, 11)} ${['Traders', 'Interiors', 'Motors'][person % 3]}`,
    ['Owner', 'Purchase Manager', 'Director'][person % 3],
    pick(STATUSES, 1),
    pick(SOURCES, 1),
    ['high', 'medium', 'low'][person % 3],
    String(1000 * (1 + (person % 400))),
    city,
    `"${1 + (person % 900)}, M.G. Road, ${city} ${400_001 + (person % 9000)}"`,
    `"Wants a quotation for the whole floor, ${person % 12} rooms, before the festival season"`,
    `"Spoke to the assistant, will call back after ${1 + (person % 28)} days; agreement to be drafted"`,
    '"bulk, site-visit"',
    String(person % 101),
    `${String(1 + (person % 28)).padStart(2, '0')}/12/2026 11:30`,
  ].join(',');
}
