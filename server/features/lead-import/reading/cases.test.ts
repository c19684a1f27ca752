import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import type { Lead } from '#shared/leads/lead.ts';
import { countsOf, importFile, leadsByName, previewFile } from '#test/input/upload.ts';
import { emptyLeads } from '#test/rows/empty-leads.ts';
import { withWorld } from '#test/world.ts';

/** The expected outcome of a real-world file, in the product's terms. */
type Outcome = {
  inserted: number;
  skipped?: number;
  failed?: number;
  /** The sheet or delimiter that is detected. */
  found?: string;
  /** The target of each column. */
  columns?: string;
  notices?: string[];
  /** Dates that could be read in either order. */
  ambiguous?: number;
  refused?: string[];
  /** Values added to the notes. */
  warned?: string[];
  /** Leads that must exist, as far as the case describes them. */
  leads?: Partial<Lead>[];
};

const ROADS = 'Lake Road, Kothrud, Pune, Maharashtra';
const ASHA_AND_BINA = [
  { name: 'Asha Rao', phone: '9845010001' },
  { name: 'Bina Das', phone: '9845010002' },
];
const NO_CONTACT =
  'No column is mapped to email or phone. These leads can’t be contacted, and importing the file again would add them again. Map the column that contains them.';
const TWO_LINES = '2 lines are left out: repeated headers and totals.';
const LOST_DIGITS = 'has lost digits in a spreadsheet. Show that column as text and save the file again.';
const kept = (what: string) => `${what} The value is in the notes.`;
const amounts = (what: string) => ['Value', 'Budget'].map((title) => kept(`${title} ${what}`));
const noAmount = (text: string) => amounts(`"${text}" is not an amount in rupees, such as 1,50,000.`);
const inColumns = (name: string, value: number | null, notes?: string): Partial<Lead> => ({
  name,
  value,
  budget: value,
  notes: notes ? `Value: ${notes}\nBudget: ${notes}` : null,
});
const formatOf = (what: string) =>
  `This file is ${what}. Open it in Excel, save it as xlsx or CSV, and import that.`;

const CASES: Record<string, Outcome | [status: number, message: string]> = {
  'semicolon-12-rows.csv': { inserted: 12, found: ';', leads: [{ name: 'Lead 11', phone: '9845444011', address: `11 ${ROADS}` }] },
  'semicolon-40-rows.csv': { inserted: 40, found: ';', leads: [{ name: 'Asha Rao 36', phone: '9845020036', address: `12 ${ROADS}` }] },
  'semicolon-quoted-commas.csv': { inserted: 40, found: ';', leads: [{ name: 'Asha Rao 36', phone: '9845040036', address: `12 ${ROADS}` }] },
  'semicolon-2-columns.csv': { inserted: 6, found: ';', notices: [NO_CONTACT], leads: [{ name: 'Asha Rao', address: `12 ${ROADS}` }] },
  'tabs-and-commas.csv': { inserted: 6, found: '\t', notices: [NO_CONTACT], leads: [{ name: 'Asha Rao', address: `12 ${ROADS}` }] },
  'cover-sheet.xlsx': { inserted: 2, found: 'Leads', notices: ['Only the sheet “Leads” is imported: the file has 1 more sheet.'], leads: ASHA_AND_BINA },
  '130-sheets.xlsx': { inserted: 2, found: 'Leads', notices: ['Only the sheet “Leads” is imported: the file has 129 more sheets.'], leads: ASHA_AND_BINA },
  'zip64.xlsx': { inserted: 2, leads: ASHA_AND_BINA },
  'main-part-book1.xlsx': { inserted: 2, leads: ASHA_AND_BINA },
  'far-row-number.xlsx': [422, 'This file is damaged: it has a row 2,14,74,83,647, and the last row of a spreadsheet is 10,48,576.'],
  'excel-95.xls': [415, formatOf('a workbook of Excel 95 or older')],
  'web-page.xls': [415, formatOf('a web page under the name of an Excel file')],
  'xml-2003.xls': [415, formatOf('an XML spreadsheet of Excel 2003 under the name of an Excel file')],
  'xml-2003-small.xls': [415, formatOf('an XML spreadsheet of Excel 2003 under the name of an Excel file')],
  'title-above.csv': { inserted: 2, columns: 'name phone location', leads: ASHA_AND_BINA },
  'wide-title-above.csv': { inserted: 2, columns: 'name phone email location source status', leads: [{ ...ASHA_AND_BINA[0], email: 'a@example.in', source: 'website', status: 'new' }] },
  'header-repeated.csv': { inserted: 2, notices: [TWO_LINES], leads: ASHA_AND_BINA },
  'two-header-rows.xlsx': { inserted: 10, columns: 'name phone email value status next_followup_date', leads: [{ name: 'Li Wei', phone: '9870151111', value: 1003, next_followup_date: '2027-02-03T18:30:00.000Z' }] },
  'totals.csv': { inserted: 10, notices: [TWO_LINES], leads: [{ name: 'Li Wei', value: 450_000 }] },
  'french-headers.csv': { inserted: 1, columns: 'first_name last_name phone company_name email', leads: [{ name: 'Asha Rao', company_name: 'Rao SARL', phone: '9845010001' }] },
  'lead-headers.csv': { inserted: 1, leads: [{ name: 'Asha Rao', phone: '9845010001', email: 'a@example.in', location: 'Pune', notes: null }] },
  'google-forms.csv': { inserted: 1, leads: [{ name: 'Asha Rao', created_at: '2026-05-14T05:00:00.000Z', notes: null }] },
  'google-contacts.csv': { inserted: 2, leads: [{ name: 'Asha Rao', email: 'asha@example.in', phone: '+91 98450 10001 ::: 080-26571234', notes: 'E-mail 1 - Type: * Home\nE-mail 1 - Value: asha.rao@example.com\nPhone 1 - Type: Mobile' }] },
  'link-formulas.csv': { inserted: 2, leads: [{ name: 'Asha Rao', email: 'asha@example.in' }, { name: 'Bina Das', email: 'bina@example.in', phone: '9845010002' }] },
  'one-person.csv': { inserted: 2, skipped: 37, leads: [{ name: 'A. Rao', phone: '+91 98450 10001' }, { name: 'Asha Rao', email: 'ASHA@Example.in' }] },
  'same-person-in-file.csv': { inserted: 3, skipped: 3, leads: [{ name: 'Asha', phone: '9870044441', notes: 'n1\nn2\nn3' }, { name: 'Bob', email: 'bob@example.com', phone: '098700 44442' }] },
  'emails.csv': {
    inserted: 23,
    skipped: 1,
    warned: ['h@x', 'i@@x.com', 'l@x,com', 'm @x.com'].map((text) => kept(`Email "${text}" is not an email address.`)),
    leads: [
      { name: 'E1', email: 'b@x.com' }, { name: 'E2', email: 'c@x.com', notes: null }, { name: 'E3', email: 'd@x.com', notes: 'Email: e@x.com' }, { name: 'E17', email: 'o@x.com' },
      { name: 'E5', email: null, notes: 'Email: h@x' }, { name: 'E12', email: null, notes: null }, { name: 'E22', email: 'u@x.com', notes: 'Email: v@x.com' },
    ],
  },
  'junk-emails.csv': {
    inserted: 27,
    warned: ['ravi11 @acme.example', 'ravi12@acme', 'ravi13@@acme.example', 'www.acme.example', 'ravi15@acme,example'].map((text) => kept(`Email "${text}" is not an email address.`)),
    leads: [
      { name: 'Ravi 0', email: null, phone: '9845100000', notes: null }, { name: 'Ravi 7', email: 'ravi7@acme.example' }, { name: 'Ravi 9', email: 'ravi9@acme.example', notes: null },
      { name: 'Ravi 16', email: null, notes: null }, { name: 'Ravi 22', email: null, notes: 'Email: www.acme.example' }, { name: 'Ravi 26', email: 'ravi17@acme.example' },
    ],
  },
  'phones.csv': {
    inserted: 30,
    warned: [kept(`Phone "9.87654E+09" ${LOST_DIGITS}`), kept('Phone "call after 6" is not a phone number.'), kept('Phone "+91" is not a phone number.')],
    leads: [{ name: 'P0', phone: '98765 43210 / 91234 56789' }, { name: 'P25', phone: '+919876543230' }, { name: 'P20', phone: null, notes: null }, { name: 'P18', phone: '9876543227' }],
  },
  'more-phones.csv': {
    inserted: 24,
    skipped: 9,
    warned: [kept('Phone "call after 6" is not a phone number.'), kept('Phone "+91" is not a phone number.'), kept(`Phone "8.61234567891011E+14" ${LOST_DIGITS}`), kept(`Phone "9.84501E+09" ${LOST_DIGITS}`)],
    leads: [{ name: 'P17', phone: null, notes: null }, { name: 'P8', phone: '9845010001x22', notes: 'Phone: +91 98450 10002\nPhone: 080 2657 1234\nPhone: 080 2657 1235' }],
  },
  'dates-of-both-orders.csv': {
    inserted: 15,
    ambiguous: 1,
    warned: [
      kept('Next Follow-up "tomorrow" is not a date. Dates of this column are day/month/year.'), kept('Created "31-Feb-2025" is not a date. Dates of this column are month/day/year.'),
      kept('Next Follow-up "30.02.2027" is not a date. Dates of this column are day/month/year.'), kept('Last Contacted "yesterday" is not a date. Dates of this column are day/month/year.'),
      kept('Next Follow-up "5 March" is not a date. Dates of this column are day/month/year.'), kept('Last Contacted "0000-00-00" is not a date. Dates of this column are day/month/year.'),
    ],
    leads: [
      { name: 'D1', created_at: '2025-02-12T18:30:00.000Z', next_followup_date: '2027-02-13T10:00:00.000Z' }, { name: 'Dm1', created_at: '2025-12-24T18:30:00.000Z', last_contacted_at: '2024-05-12T18:30:00.000Z' },
    ],
  },
  'amounts.csv': {
    inserted: 30,
    warned: [
      ...noAmount('(5,000)'), ...noAmount('$ 1,200'), ...noAmount('€ 1.234,56'), ...noAmount('1,5'), ...noAmount('1.500'), ...amounts('"5,00,000 - 7,00,000" is read as 5,00,000.'),
      ...amounts('"approx 5 lakh" is read as 5,00,000.'), ...noAmount('1e6'), ...amounts('cannot be negative.'), ...noAmount('₹'), ...amounts('is too large.'),
    ],
    leads: [
      inColumns('M1', 150_000), inColumns('M3', 12_000_000), inColumns('M6', 50_000), inColumns('M8', 150_000), inColumns('M9', 150_000), inColumns('M15', null, '1.500'),
      inColumns('M12', null, '€ 1.234,56'), inColumns('M18', 500_000, '5,00,000 - 7,00,000'), inColumns('M25', 75_000), inColumns('M27', 123_456_789),
    ],
  },
  '99acres.csv': {
    inserted: 12,
    warned: [1, 2].flatMap(() => [kept('Budget "80 Lac - 1 Cr" is read as 80,00,000.'), kept('Budget "Price on request" is not an amount in rupees, such as 1,50,000.')]),
    leads: [{ email: 'nn0@example.com', budget: 8_000_000, created_at: '2025-03-01T11:00:00.000Z', location: 'Pune' }, { email: 'nn2@example.com', budget: 12_000_000 }],
  },
  'indiamart.csv': { inserted: 12, leads: [{ email: 'im0@example.com', name: 'Asha Rao', phone: '+91-9870095900', created_at: '2025-03-01T05:42:13.000Z', company_name: 'Co', location: 'Pune' }] },
  'zoho-leads.csv': { inserted: 20, warned: Array.from({ length: 7 }, () => ['Acquired', 'Active']).flat().map((rating) => kept(`Interest Level "${rating}" isn’t one of: High, Medium, Low.`)), leads: [{ email: 'zoho19@example.com', name: 'Li Wei', status: 'new', source: 'Web Download', company_name: 'Firm 19' }] },
  'bitrix24.csv': { inserted: 2, ambiguous: 2, leads: [{ name: 'Asha Patel', phone: '9876543210 / 020-2612345', value: 120000, status: 'new', source: 'website', description: 'Wants paint', notes: 'ID: 77\nLead name: Website form\nCurrency: INR\nLead Owner: Priya Nair', created_at: '2026-03-04T04:52:00.000Z' }] },
  'pipedrive-deals.csv': { inserted: 2, leads: [{ name: 'Asha Patel', company_name: 'Asha Paints', status: 'Won', converted_at: '2026-04-20T05:30:00.000Z', created_at: '2026-03-04T04:52:00.000Z', tags: ['Hot'] }, { name: 'Bina Das', status: 'lost', value: 50000 }] },
  'outlook.csv': { inserted: 1, leads: [{ name: 'Asha Patel', location: 'Pune', address: '12 MG Road', tags: ['vip', 'pune'], notes: 'Wants paint\nE-mail Type: SMTP\nE-mail 2 Address: asha2@outlook.example\nWeb Page: www.asha.in' }] },
}; // prettier-ignore

const { app, world } = await withWorld();
const client = world.alpha;
beforeEach(async () => await emptyLeads(app, client));
const FOLDER = new URL('cases/', import.meta.url);

for (const [filename, outcome] of Object.entries(CASES))
  test(`${filename} imports as expected`, async () => {
    const file = { content: readFileSync(new URL(filename, FOLDER)), filename };
    const { status, body } = await previewFile(app, client.rep, file);
    if (Array.isArray(outcome)) {
      assert.deepEqual([status, body.message], outcome);
      return;
    }
    const {
      inserted,
      skipped = 0,
      failed = 0,
      found,
      columns,
      refused = [],
      warned = [],
      notices = [],
    } = outcome;
    const { data } = (await importFile(app, client.rep, file)).body;
    assert.deepEqual(countsOf(data), { inserted, updated: 0, skipped, failed });
    assert.deepEqual(
      data.errors.slice(0, failed).map(({ message }) => message),
      refused,
    );
    assert.deepEqual(
      data.warnings.map(({ message }) => message),
      warned,
    );
    assert.deepEqual(body.data.notices, notices);
    assert.equal(body.data.dates.ambiguous, outcome.ambiguous ?? 0);
    if (found) assert.equal(body.data.sheet ?? body.data.delimiter, found);
    if (columns) assert.equal(body.data.columns.map(({ target }) => target).join(' '), columns);
    const stored = await leadsByName(app, client);
    for (const { name, email, ...said } of outcome.leads ?? []) {
      const lead = stored.find(
        (one) => (name ?? one.name) === one.name && (email === undefined || email === one.email),
      );
      assert.partialDeepStrictEqual(lead, said, `${name ?? email}`);
    }
  });

test('every file in the folder has a case', () => {
  assert.deepEqual(readdirSync(FOLDER).toSorted(), Object.keys(CASES).toSorted());
});
