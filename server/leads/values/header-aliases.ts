import { IMPORTABLE_FIELDS, foldTitle, leadField } from '#shared/fields/lead-fields.ts';
import type { ColumnTarget } from '#shared/leads/lead-import.ts';
import { FOREIGN_HEADERS } from './foreign-headers.ts';

/** How specific a header is: its field's own name, a name from other products' exports, or a vague one. */
export type Recognised = { target: ColumnTarget; sure: 'own' | 'known' | 'vague' };

/**
 * Other names of each field, as exported by Zoho, Bigin, HubSpot, Salesforce, Pipedrive, EspoCRM,
 * LeadSquared, Bitrix24, Freshsales, Frappe, Odoo, Twenty, Outlook, Google Contacts, Google and Facebook lead ads, IndiaMART and JustDial.
 * Case, spaces and punctuation are ignored.
 */
const ALIASES: Partial<Record<ColumnTarget, readonly string[]>> = {
  first_name: [
    'First Name', 'Given Name', 'Forename', 'FName', 'Contact First Name', 'Lead First Name', 'Name / First Name',
  ],
  last_name: [
    'Last Name', 'Surname', 'Family Name', 'LName', 'Contact Last Name', 'Lead Last Name', 'Name / Last Name',
  ],
  owner: [
    'Assigned To', 'Assignee', 'Owner', 'Lead Owner', 'Contact Owner', 'Deal Owner', 'Account Owner', 'Record Owner',
    'HubSpot Owner', 'Owner Name', 'Owner Email', 'Lead Owner Email', 'Assigned User', 'Assigned User Name',
    'Assigned To Name', 'Sales Owner', 'Sales Rep', 'Sales Representative', 'Salesperson', 'Account Manager',
    'Relationship Manager', 'Agent', 'Telecaller', 'Counsellor', 'OwnerIdName', 'Assigned Agent', 'Allocated To',
    'User', 'Person - Owner', 'Assigned', 'Responsible Person', 'Person Responsible', 'Responsible',
  ],
  product: ['Product', 'Product Name', 'product_id', 'Query Product Name', 'Product Interested', 'Interested Product', 'Product Interest'],
  name: [
    'Full Name', 'Lead Name', 'Contact Name', 'Contact', 'Person', 'Customer Name', 'Name of Lead', 'User Name',
    'Client Name', 'Client', 'Customer', 'Display Name', 'Prospect Name', 'Enquirer Name', 'Applicant Name',
    'Person Name', 'Lead - Contact person', 'Contact Person', 'Sender Name', 'Your Name', 'File As', 'Student Name',
    'Party Name', 'Deal - Contact person',
  ],
  email: [
    'Email', 'Email Address', 'Mail', 'Email ID', 'Primary Email', 'Work Email', 'Email 1', 'User Email', 'Emails',
    'Emails / Primary Email', 'Email 1 - Value', 'Person - Email', 'Person - Email - Work', 'Person - Email - Home',
    'Sender Email', 'Email From', 'Contact Email', 'Customer Email', 'Personal Email', 'Business Email', 'Your Email',
    'Secondary Email', 'Other Email', 'Email Alt', 'Alt Email', 'Alternate Email', 'Mail ID', 'Email Id Address', 'Email 2', 'Email 2 - Value',
  ],
  phone: [
    'Mobile', 'Mobile Number', 'Mobile No', 'Phone Number', 'Phone No', 'Telephone', 'Tel', 'Contact Number',
    'Contact No', 'Cell', 'WhatsApp', 'Primary Phone', 'Work Phone', 'Mobile Phone', 'Phone 1', 'User Phone',
    'User Phone Number', 'Phones', 'Phones / Primary Phone Number', 'Phone 1 - Value', 'Person - Phone',
    'Person - Phone - Work', 'Person - Phone - Mobile', 'Person - Phone - Home', 'Sender Mobile', 'Sender Phone',
    'Mobile Phone Number', 'Cell Phone', 'Cell Number', 'Ph', 'Ph No', 'Phone #', 'Mob', 'Mob No', 'Whatsapp Number',
    'WhatsApp No', 'Contact Phone', 'Contact Mobile', 'Customer Phone', 'Home Phone', 'Business Phone', 'Other Phone',
    'Alternate Number', 'Alternate Phone', 'Alternate Mobile', 'Secondary Phone', 'Phone 2', 'Phone 2 - Value',
    'Mobile 2', 'Landline', 'Mobile Alt', 'Phone Alt', 'Alt Mobile', 'Alt Phone', 'Alt Number', 'Alternative Number',
    'Alternate Mobile Number', 'Alternate Phone Number', 'Contact Details', 'Calling Number', 'Number', 'Your Phone',
  ],
  company_name: [
    'Company Name', 'Organization', 'Organisation', 'Organization Name', 'Account', 'Account Name', 'Business Name',
    'Firm', 'Organization 1 - Name', 'Lead - Organization', 'Person - Organization', 'Employer', 'Associated Company',
    'Primary Associated Company', 'Sender Company', 'Partner Name', 'Company/Account', 'Institute',
    'Accounts', 'Sales Account', 'Deal - Organization',
  ],
  designation: [
    'Job Title', 'Title', 'Position', 'Role', 'Job Position', 'Organization 1 - Title', 'Organization Title',
    'Function', 'Job Role', 'Occupation', 'Profession',
  ],
  status: [
    'Lead Status', 'Stage', 'Lead Stage', 'Pipeline Stage', 'Prospect Stage', 'Lead State', 'Disposition', 'Stage Id',
    'Deal - Status',
  ],
  source: [
    'Lead Source', 'Original Source', 'Origin', 'Channel', 'Medium', 'Source Name', 'Lead Source Name',
    'Prospect Source', 'Source of Lead', 'Platform', 'Original Source Type', 'Enquiry Source', 'Source Id',
  ],
  interest_level: ['Interest', 'Rating', 'Priority', 'Lead Rating', 'Lead Temperature', 'Temperature', 'Lead Priority'],
  value: [
    'Lead Value', 'Deal Value', 'Amount', 'Expected Revenue', 'Opportunity Amount', 'Annual Revenue',
    'Opportunity Value', 'Estimated Value', 'Expected Value', 'Deal Amount',
  ],
  budget: ['Client Budget', 'Budget Amount', 'Estimated Budget'],
  next_followup_date: [
    'Next Followup', 'Next Follow-up Date', 'Follow Up Date', 'Next Activity Date', 'Next Step Date', 'Follow Up',
    'Followup On', 'Next Call', 'Next Call Date', 'Callback Date', 'Next Contact Date', 'Next Contact By',
    'Next Action Date', 'Contact By', 'Lead - Next activity date', 'Next Activity Deadline',
    'Person - Next activity date', 'Deal - Next activity date',
  ],
  lead_score: ['Score', 'HubSpot Score', 'Lead Scoring', 'Prospect Score', 'Contact Score'],
  location: [
    'City', 'Place', 'Town', 'City / Town', 'Mailing City', 'Billing City', 'Primary City', 'Address City',
    'Sender City', 'mx_City', 'Address 1 - City', 'Address / Address City', 'Business City', 'Work City',
  ],
  address: [
    'Street', 'Street Address', 'Mailing Address', 'Billing Address', 'Full Address', 'Postal Address',
    'Address Line 1', 'Address 1', 'Address Street', 'Mailing Street', 'Billing Street', 'Primary Address Street',
    'Sender Address', 'mx_Street1', 'Address 1 - Formatted', 'Person - Postal address', 'Address / Address 1',
    'Business Street', 'Business Address', 'Work Address',
  ],
  preferred_contact_time: [
    'Best Time To Call', 'Preferred Time', 'Preferred Contact Time Slot', 'Call Time', 'Best Time To Contact',
    'Preferred Call Time',
  ],
  communication_channel: ['Preferred Channel'],
  gender: ['Sex'],
  description: [
    'Description', 'Comments', 'Comment', 'Message', 'Requirement', 'Remark', 'Enquiry', 'Enquiry Details', 'Query',
    'Query Message', 'Requirements', 'Feedback',
  ],
  notes: ['Note', 'Internal Notes', 'Lead Notes', 'Note Content', 'Additional Notes'],
  tags: ['Tag', 'Labels', 'Label', 'Lead - Labels', 'Person - Labels', 'Tag Ids', 'Group Membership', 'Categories', 'Deal - Label', 'Deal - Labels'],
  utm_medium: ['Source Medium'],
  utm_campaign: ['Source Campaign'],
  campaign_id: ['Campaign Name', 'Campaign ID'],
  form_id: ['Form ID', 'Form Name'],
  last_contacted_at: [
    'Last Activity Time', 'Last Activity Date', 'Last Contacted Time', 'Last Contact', 'Last Contacted Date',
    'Last Contacted On', 'Last Activity', 'Last Modified Activity', 'Last Call Date', 'Last Call', 'Last Called',
    'Last Communication', 'Last Activity Date Time',
  ],
  // Other products also fill these for open deals, with the day on which they hope to win: only won leads get it.
  converted_at: [
    'Conversion Date', 'Converted Date', 'Converted Time', 'Converted At', 'Date Converted', 'Close Date', 'Closed Date',
    'Closing Date', 'Date Closed', 'Closed On', 'Closed At', 'Closed Time', 'Won Date', 'Won On', 'Won Time', 'Won At',
    'Date Won', 'Deal - Won Time',
  ],
  created_at: [
    'Created Time', 'Created Date', 'Create Date', 'Created On', 'Creation Date', 'Date Created', 'Date Added',
    'Created At', 'Date', 'Lead Created', 'Lead Submit Time', 'Lead Submission Time', 'Submit Time',
    'Submission Time', 'Person - Person created', 'Record Created', 'Created', 'Lead - Lead created', 'Deal - Deal created', 'Lead Date',
    'Enquiry Date', 'Query Time', 'Submitted At', 'Submission Date', 'Submitted On', 'Timestamp', 'Added On',
    'Added Time', 'Date Entered', 'Lead Created On', 'Query Date', 'Query Date & Time', 'Query Date Time', 'Enquiry Time',
    'Enquiry Date & Time', 'Inquiry Date', 'Received On', 'Received Date', 'Generated On', 'Generation Time', 'Date & Time', 'Date Time',
  ],
}; // prettier-ignore

/** Vague names, which give way to any other name of the same field. */
const VAGUE: Partial<Record<ColumnTarget, readonly string[]>> = {
  location: ['Area', 'Locality', 'Home City'],
  address: ['Home Street', 'Home Address'],
  value: ['Total'],
};

const RECOGNISED = new Map<string, Recognised>();
for (const [all, sure] of [
  [VAGUE, 'vague'],
  [FOREIGN_HEADERS, 'known'],
  [ALIASES, 'known'],
] as const) {
  for (const [target, names] of Object.entries(all) as [ColumnTarget, readonly string[]][])
    for (const name of names) RECOGNISED.set(foldTitle(name), { target, sure });
}
for (const key of IMPORTABLE_FIELDS) {
  for (const name of [leadField(key).title, key])
    RECOGNISED.set(foldTitle(name), { target: key, sure: 'own' });
}

/** Words before a field's name that tell whose field it is: Customer Phone, Your Email, SENDER_CITY. */
const LEADING = new Set(
  'lead leads customer client contact sender person user prospect enquirer inquirer buyer student applicant guest patient member visitor candidate respondent primary main your my the full what is please enter query mx'.split(
    ' ',
  ),
);
const MOST_CUT = 4;
/**
 * The maximum length of a remark in parentheses after a name: a time zone, or a hint for people who fill in a
 * form.
 */
const MOST_IN_REMARK = 60;
const ZONE = /^(?:(?:GMT|UTC).{0,12}|IST)$/i;
/** Fields whose remark may be a unit, which changes the value: an amount "in lakhs" is a different amount. */
const WITH_UNIT = new Set<ColumnTarget>(['value', 'budget', 'age', 'lead_score']);
/**
 * Words that change the meaning: "Lead Title" is the title of a deal, "Contact Time" is not a timestamp,
 * "Client Status" tells whether the person is a client.
 */
const NOT_CUT = new Set([
  'title',
  'role',
  'function',
  'position',
  'date',
  'time',
  'user',
  'account',
  'number',
  'client',
  'customer',
  'contact',
  'person',
  'interest',
  'priority',
  'created',
  'medium',
  'channel',
  'place',
  'area',
]);

/** The target of a header; undefined for an unknown name. */
export function recogniseHeader(header: string): Recognised | undefined {
  return RECOGNISED.get(foldTitle(header)) ?? withoutRemark(header) ?? withoutLeading(header);
}

function withoutRemark(header: string): Recognised | undefined {
  const text = header
    .trimEnd()
    .replace(/[*:?]$/, '')
    .trimEnd();
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('['));
  const remark = text.slice(open + 1, -1);
  if (open < 1 || !/[)\]]$/.test(text) || remark.length > MOST_IN_REMARK) return undefined;
  const bare = text.slice(0, open);
  const found = RECOGNISED.get(foldTitle(bare)) ?? withoutLeading(bare);
  if (found && ZONE.test(remark)) return found;
  return found && !WITH_UNIT.has(found.target) ? { target: found.target, sure: 'vague' } : undefined;
}

function withoutLeading(header: string): Recognised | undefined {
  if (header.length > 100) return undefined;
  const words = header
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  for (let cut = 1; cut <= MOST_CUT && cut < words.length; cut++) {
    if (!LEADING.has((words[cut - 1] ?? '').toLowerCase())) return undefined;
    const rest = foldTitle(words.slice(cut).join(' '));
    const found = NOT_CUT.has(rest) ? undefined : RECOGNISED.get(rest);
    if (found) return { target: found.target, sure: 'vague' };
  }
  return undefined;
}
