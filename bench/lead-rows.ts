/**
 * Leads of a sales team in India, made by PostgreSQL: skewed names, ten statuses, eight sources, twenty assignees,
 * six months. Every column is filled. Calls, messages and follow-ups as many as the team makes.
 */

export const STATUSES = [
  'new',
  'contacted',
  'qualified',
  'follow_up',
  'lost',
  'converted',
  'proposal_sent',
  'negotiation',
  'not_interested',
  'closed_won',
];
export const SOURCES = [
  'website',
  'referral',
  'social_media',
  'advertisement',
  'other',
  'walk_in',
  'trade_fair',
  'partner',
];
export const ASSIGNEES = 20;

const FIRST =
  'Aarav Vihaan Aditya Arjun Sai Rohan Rahul Amit Suresh Ramesh Vijay Sanjay Anil Sunil Manoj Rajesh Deepak Karthik Priya Ananya Diya Kavya Neha Pooja Sneha Asha Lakshmi Meena Sunita Geeta Anjali Divya Shreya Ishaan Kabir Dhruv Harsh Nikhil Varun Gaurav Farhan Imran Ayesha Zoya Gurpreet Harpreet Simran Thomas Mary Joseph राम सीता आशा விஜய் கவிதா'.split(
    ' ',
  );
const LAST =
  'Sharma Patel Singh Kumar Gupta Reddy Iyer Nair Verma Mehta Joshi Shah Das Rao Khan Mishra Pillai Menon Banerjee Chatterjee Mukherjee Agarwal Jain Kapoor Malhotra Chopra Bhat Desai Kulkarni Patil Naidu Thakur Yadav Chauhan Rathore Sinha Ghosh Bose Sen Dutta Fernandes DSouza Gill Sandhu Ansari Sheikh कुमार शर्मा'.split(
    ' ',
  );
const TRADES =
  'Traders Interiors Motors Textiles Foods Exports Constructions Classes Clinics Jewellers Electronics Logistics Travels Realty Software'.split(
    ' ',
  );
const CITIES =
  'Mumbai Delhi Bengaluru Hyderabad Chennai Pune Ahmedabad Kolkata Jaipur Lucknow Surat Kochi Indore Nagpur Bhopal Coimbatore Vadodara Ludhiana Mysuru Guwahati'.split(
    ' ',
  );
const DESIGNATIONS = ['Owner', 'Purchase Manager', 'Director', 'Accountant', 'Partner', 'Head of Sales'];
const REMARKS = [
  'Wants a quotation for the whole floor before the festival season',
  'Asked for a demo at the office, prefers mornings',
  'Compares us with two other offers, price matters most',
  'Met at the trade fair, took the brochure and two samples',
  'Referred by an existing customer, ready to decide this month',
  'Needs delivery within two weeks and payment in three parts',
  'Asked for a call after the board meeting',
  'Budget is approved, waiting for the site visit',
];
const NOTES = [
  'Called twice, no answer; sent the price list by WhatsApp',
  'Spoke to the assistant, will call back on Monday',
  'Visited the showroom with family and liked the second model',
  'Asked to keep the offer open until the end of the quarter',
  'GST details received, agreement to be drafted',
  'Speaks Hindi and Marathi; please call after six',
];
/** A surname in one of so many rows, for searches that find little. */
export const RARE_SURNAME = 'Brahmbhatt';
const RARE_EVERY = 20_000;

/** Parameters of LEAD_ROWS after `from`, `to` and the assignees' ids. */
export const WORDS = [FIRST, LAST, TRADES, CITIES, DESIGNATIONS, REMARKS, NOTES, STATUSES, SOURCES];

const skewed = (list: string, random: string) =>
  `(${list})[1 + floor(power(${random}, 2) * cardinality(${list}))::int]`;
const even = (list: string, random: string) => `(${list})[1 + floor(${random} * cardinality(${list}))::int]`;

/** INSERT of the rows numbered $1 to $2 of so many into `schema`.leads, assigned to $3; higher numbers are newer. */
export function leadRows(schema: string, leads: number): string {
  return `
    WITH random_rows AS MATERIALIZED (
      SELECT n, now() - interval '180 days' * (1 - n::float8 / ${leads}) - interval '1 minute' AS at, random() a, random() b,
        random() c, random() d, random() e, random() f, random() g, random() h, random() i, random() j, random() k,
        6000000000 + floor(random() * 3999999999)::int8 AS mobile
      FROM generate_series($1::int, $2::int) n
    ), worded AS (
      SELECT *, ${skewed('$4::text[]', 'a')} AS first,
        CASE WHEN n % ${RARE_EVERY} = 7 THEN '${RARE_SURNAME}' ELSE ${skewed('$5::text[]', 'b')} END AS last,
        ${skewed('$11::text[]', 'c')} AS stage, ${even('$6::text[]', 'd')} AS trade, ${skewed('$7::text[]', 'e')} AS city,
        ${skewed('$3::uuid[]', 'f')} AS owner
      FROM random_rows
    ), addressed AS (
      SELECT *, 'lead' || n || '@' || (ARRAY['gmail.com', 'yahoo.co.in', 'outlook.com', 'rediffmail.com'])[1 + floor(g * 4)::int]
        AS mail FROM worded
    )
    INSERT INTO ${schema}.leads (id, name, email, phone, company_name, designation, status, source, interest_level, value,
      budget, assigned_to, next_followup_date, lead_score, location, address, preferred_contact_time,
      communication_channel, age, gender, description, notes, tags, campaign_id, form_id, utm_source, utm_medium,
      utm_campaign, call_status, last_contacted_at, converted_at, is_duplicate, is_archived, created_at, updated_at,
      created_by, updated_by, deleted_at, email_norm, phone_norm, other_phones, contact_by,
      first_contacted_at)
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
        substring(int8send((extract(epoch FROM at) * 1000)::int8) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
      first || ' ' || last, mail, '+91 ' || left(mobile::text, 5) || ' ' || right(mobile::text, 5),
      ${even('$5::text[]', 'h')} || ' ' || trade, ${even('$8::text[]', 'i')}, stage, ${skewed('$12::text[]', 'j')},
      (ARRAY['high', 'medium', 'low'])[1 + n % 3], (1 + n % 500) * 1000, (1 + n % 400) * 1200,
      CASE WHEN k > 0.02 THEN owner END, at + interval '30 days' * k, n % 101, city,
      (1 + n % 900) || ' M.G. Road, ' || city || ' ' || (400001 + n % 9000), 'Morning',
      (ARRAY['phone', 'whatsapp', 'email'])[1 + n % 3], 20 + n % 50, (ARRAY['male', 'female', 'other'])[1 + n % 2],
      ${even('$9::text[]', 'g')} || '.', ${even('$10::text[]', 'h')} || '.',
      ARRAY[(ARRAY['hot', 'site-visit', 'nri', 'repeat', 'bulk'])[1 + n % 5], lower(city)], 'CMP-' || n % 40,
      'form-' || n % 12, (ARRAY['google', 'facebook', 'instagram'])[1 + n % 3], 'cpc', 'diwali-' || n % 6,
      (ARRAY['pending', 'answered', 'no-answer'])[1 + n % 3], at + interval '1 day',
      CASE WHEN stage IN ('converted', 'closed_won') THEN at + interval '9 days' END, n % 50 = 0, n % 20 = 3, at, at,
      owner, owner, CASE WHEN n % 100 = 11 THEN at + interval '2 days' END, mail, '+91' || mobile, '{}',
      CASE WHEN n % 2 = 0 THEN at + interval '1 hour' END,
      CASE WHEN n % 10 < 3 THEN least(at + interval '3 minutes' * exp(6 * k), now()) END
    FROM addressed ORDER BY n`;
}

/**
 * Statements that write the calls, opened messages and follow-ups of the leads in `schema`: a first call or message where a lead had
 * a first contact, and a follow-up for three leads in twenty.
 */
export function followingRows(schema: string): string[] {
  const statuses = "(ARRAY['completed', 'no-answer', 'completed', 'busy'])[1 + lead_score % 4]";
  return [
    `INSERT INTO ${schema}.call_logs (id, lead_id, user_id, called_by, call_date, call_type, call_status, duration, notes)
      SELECT gen_random_uuid(), id, created_by, created_by, first_contacted_at, 'outbound', ${statuses}, lead_score % 15, 'Talked about prices'
      FROM ${schema}.leads WHERE first_contacted_at IS NOT NULL AND lead_score % 6 > 0`,
    `INSERT INTO ${schema}.lead_messages (id, lead_id, user_id, channel, created_at)
      SELECT gen_random_uuid(), id, created_by, 'whatsapp', first_contacted_at
      FROM ${schema}.leads WHERE first_contacted_at IS NOT NULL AND lead_score % 6 = 0`,
    `INSERT INTO ${schema}.reminders (id, lead_id, user_id, title, reminder_date, is_completed, completed_at)
      SELECT gen_random_uuid(), id, assigned_to, 'Call', next_followup_date, age % 3 > 0,
        CASE WHEN age % 3 > 0 THEN next_followup_date + interval '1 hour' * (age % 40 - 15) END
      FROM ${schema}.leads WHERE lead_score % 20 < 3`,
  ];
}
