import { IMPORTABLE_FIELDS, foldTitle, leadField } from '#shared/lead-fields.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';

/** How sure a header is: its field's own name, a name other products export it under, or one that may mean less. */
export type Recognised = { target: ColumnTarget; sure: 'own' | 'known' | 'vague' };

/**
 * Names beyond the catalogue's, as exported by Zoho, Bigin, HubSpot, Salesforce, Pipedrive, EspoCRM, LeadSquared,
 * Frappe, Odoo, Twenty, Google Contacts, Google and Facebook lead ads, IndiaMART and JustDial.
 */
const OTHER_PRODUCTS: Partial<Record<ColumnTarget, readonly string[]>> = {
  first_name: [
    'First Name', 'Given Name', 'Forename', 'FName', 'Contact First Name', 'Lead First Name', 'Name / First Name',
  ],
  last_name: [
    'Last Name', 'Surname', 'Family Name', 'LName', 'Contact Last Name', 'Lead Last Name', 'Name / Last Name',
  ],
  owner: [
    'Assigned To', 'Assignee', 'Owner', 'Lead Owner', 'Contact Owner', 'Deal Owner', 'Account Owner', 'Record Owner',
    'HubSpot Owner', 'Owner Name', 'Owner Email', 'Lead Owner Email', 'Lead - Owner', 'Assigned User',
    'Assigned User Name', 'Assigned To Name', 'Sales Owner', 'Sales Rep', 'Sales Representative', 'Salesperson',
    'Sales Person', 'Account Manager', 'Relationship Manager', 'Agent', 'Telecaller', 'Counsellor', 'OwnerIdName',
    'Assigned Agent', 'Allocated To', 'User', 'Person - Owner', 'Deal - Owner',
  ],
  product: ['Product', 'Product Name', 'product_id'],
  name: [
    'User Name', 'Client Name', 'Client', 'Customer', 'Display Name', 'Prospect Name', 'Enquirer Name', 'Applicant Name',
    'Person Name', 'Person - Name', 'Lead - Contact person', 'Contact Person', 'Sender Name', 'Your Name', 'File As',
    'Student Name', 'Party Name', 'नाम',
  ],
  email: [
    'User Email', 'Emails', 'Emails / Primary Email', 'E-mail 1 - Value', 'Person - Email', 'Person - Email - Work',
    'Person - Email - Home', 'Sender Email', 'Email From', 'Contact Email', 'Customer Email', 'Personal Email',
    'Business Email', 'Your Email', 'Secondary Email', 'Other Email', 'Email 2', 'E-mail 2 - Value', 'ईमेल',
  ],
  phone: [
    'User Phone', 'User Phone Number', 'Phones', 'Phones / Primary Phone Number', 'Phone 1 - Value', 'Person - Phone', 'Person - Phone - Work',
    'Person - Phone - Mobile', 'Person - Phone - Home', 'Sender Mobile', 'Sender Phone', 'Mobile Phone Number',
    'Cell Phone', 'Cell Number', 'Ph', 'Ph No', 'Phone #', 'Phone No.', 'Mob', 'Mob No', 'Whatsapp Number',
    'WhatsApp No', 'Contact Phone', 'Contact Mobile', 'Customer Phone', 'Home Phone', 'Business Phone',
    'Other Phone', 'Alternate Number', 'Alternate Phone', 'Alternate Mobile', 'Secondary Phone', 'Phone 2',
    'Phone 2 - Value', 'Mobile 2', 'Landline', 'Your Phone', 'मोबाइल', 'फ़ोन',
  ],
  company_name: [
    'Organization 1 - Name', 'Organization - Name', 'Lead - Organization', 'Person - Organization', 'Employer',
    'Associated Company', 'Primary Associated Company', 'Company / Name', 'Sender Company', 'Partner Name',
    'Company/Account', 'Company / Account', 'Institute', 'कंपनी',
  ],
  designation: ['Organization 1 - Title', 'Organization Title', 'Function', 'Job Role', 'Occupation', 'Profession'],
  status: ['Prospect Stage', 'Lead State', 'Disposition', 'Lead - Status', 'Stage Id'],
  source: [
    'Lead - Source', 'Source Name', 'Lead Source Name', 'Prospect Source', 'Source of Lead', 'Platform',
    'Original Source Type', 'Enquiry Source', 'Source Id',
  ],
  interest_level: ['Lead Rating', 'Lead Temperature', 'Temperature', 'Lead Priority'],
  value: ['Lead - Value', 'Opportunity Value', 'Estimated Value', 'Expected Value', 'Deal Amount'],
  budget: ['Client Budget', 'Budget Amount', 'Estimated Budget'],
  next_followup_date: [
    'Follow Up', 'Followup', 'Followup Date', 'Followup On', 'Next Call', 'Next Call Date', 'Callback Date',
    'Next Contact Date', 'Next Contact By', 'Next Action Date', 'Contact By', 'Lead - Next activity date',
    'Next Activity Deadline', 'Person - Next activity date', 'Deal - Next activity date',
  ],
  lead_score: ['Lead Scoring', 'Prospect Score', 'Contact Score'],
  location: [
    'City / Town', 'Mailing City', 'Billing City', 'Primary City', 'Address City', 'Sender City', 'mx_City',
    'Address 1 - City', 'Address / City', 'Address / Address City', 'शहर',
  ],
  address: [
    'Full Address', 'Postal Address', 'Address Line 1', 'Address 1', 'Address Street', 'Mailing Street',
    'Billing Street', 'Primary Address Street', 'Sender Address', 'mx_Street1', 'Address 1 - Formatted',
    'Person - Postal address', 'Address / Address 1',
  ],
  preferred_contact_time: ['Preferred Contact Time Slot', 'Call Time', 'Best Time To Contact', 'Preferred Call Time'],
  description: ['Remark', 'Enquiry', 'Enquiry Details', 'Query', 'Query Message', 'Requirements', 'Feedback'],
  notes: ['Lead Notes', 'Note Content', 'Additional Notes'],
  tags: ['Lead - Labels', 'Person - Labels', 'Tag Ids', 'Group Membership'],
  created_at: [
    'Lead Submit Time', 'Lead Submission Time', 'Submit Time', 'Submission Time', 'Person - Person created',
    'Record Created', 'Created', 'Lead - Lead created', 'Lead Date', 'Enquiry Date', 'Query Time', 'Submitted At',
    'Submission Date', 'Submitted On', 'Timestamp', 'Added On', 'Added Time', 'Date Entered', 'Lead Created On',
  ],
  last_contacted_at: [
    'Last Contacted On', 'Last Activity', 'Last Modified Activity', 'Last Call Date', 'Last Call', 'Last Called',
    'Last Communication', 'Last Activity Date Time',
  ],
}; // prettier-ignore

/** Names that give way to any other of the same field. */
const VAGUE: Partial<Record<ColumnTarget, readonly string[]>> = { location: ['Area', 'Locality'] };

const RECOGNISED = new Map<string, Recognised>();
for (const [all, sure] of [
  [VAGUE, 'vague'],
  [OTHER_PRODUCTS, 'known'],
] as const) {
  for (const [target, names] of Object.entries(all) as [ColumnTarget, readonly string[]][])
    for (const name of names) RECOGNISED.set(foldTitle(name), { target, sure });
}
for (const key of IMPORTABLE_FIELDS) {
  for (const name of leadField(key).aliases ?? [])
    RECOGNISED.set(foldTitle(name), { target: key, sure: 'known' });
}
for (const key of IMPORTABLE_FIELDS) {
  for (const name of [leadField(key).title, key])
    RECOGNISED.set(foldTitle(name), { target: key, sure: 'own' });
}

/** What a header stands for; undefined when nothing is known under that name. */
export function recogniseHeader(header: string): Recognised | undefined {
  return RECOGNISED.get(foldTitle(header));
}
