import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_TIME_ZONE } from '#shared/values/dates.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { statusMeaning } from '#shared/fields/lead-options.ts';
import { USUAL_HOURS } from '#shared/company/working-hours.ts';
import { workingTime } from '#shared/company/working-time.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import { phoneColumns } from '#server/phone.ts';
import { amountNear, campaignOf, contactOf } from './lead-contact.ts';
import { ageInDays, callsOf, remindersOf, statusOf } from './lead-progress.ts';
import type { SampleCall, SampleReminder } from './lead-progress.ts';
import { peopleOf } from './people.ts';
import { seeded } from './random.ts';
import { sourceCosts } from './source-costs.ts';
import { statusHistory } from './status-history.ts';
import { sampleRules } from './sample-rules.ts';
import { sampleWorkload } from './sample-workload.ts';
import type { Random } from './random.ts';
import type { SampleClient, SampleMember } from './sample-client.ts';
import { DAY, MINUTE, busyMoments } from './working-time.ts';

type Rows<T extends keyof ClientTables> = Insertable<ClientTables[T]>[];

/** All rows of a sample client, ready to be written. */
export type ClientRows = {
  [
    T in
      | 'members'
      | 'product_categories'
      | 'products'
      | 'distribution_rules'
      | 'absences'
      | 'targets'
      | 'leads'
      | 'call_logs'
      | 'reminders'
      | 'lead_events'
      | 'source_costs'
  ]: Rows<T>;
};

/** One in this many leads duplicates an existing person. */
const DUPLICATE_EVERY = 32;
/** One in this many old lost leads is archived. */
const ARCHIVED_EVERY = 4;

/** The working hours of a new client in India. */
const TIME = workingTime(USUAL_HOURS, DEFAULT_TIME_ZONE);

type Contact = ReturnType<typeof contactOf>;

type Making = {
  random: Random;
  /** The random stream of the status history. */
  steps: Random;
  client: SampleClient;
  team: readonly SampleMember[];
  rows: ClientRows;
  now: number;
};

/**
 * Creates a client's rows. The people are the same on every day; the events of their leads are relative to
 * `now`.
 */
export function clientRows(
  client: SampleClient,
  team: readonly SampleMember[],
  start: Date,
  now: Date,
): ClientRows {
  // Separate random streams: the number of draws from one does not affect another.
  const times = seeded(client.seed);
  const contacts = seeded(client.seed + 1);
  const random = seeded(client.seed + 2);
  const rows: ClientRows = {
    members: team.map(({ id, first, last, email, former }) => ({
      id,
      name: `${first} ${last}`,
      email,
      is_active: !former,
      belongs: true,
    })),
    ...catalogue(client, start),
    distribution_rules: sampleRules(client, team),
    ...sampleWorkload(client, team, now),
    leads: [],
    call_logs: [],
    reminders: [],
    lead_events: [],
    source_costs: sourceCosts(seeded(client.seed + 4), client, start, now),
  };
  const making: Making = { random, steps: seeded(client.seed + 3), client, team, rows, now: now.getTime() };
  const nextPerson = peopleOf(contacts);
  for (const created of busyMoments(times, client.leads, start.getTime(), now.getTime())) {
    const isDuplicate = rows.leads.length % DUPLICATE_EVERY === DUPLICATE_EVERY - 1;
    const earlier = isDuplicate ? rows.leads.at(-contacts.whole(2, DUPLICATE_EVERY - 1)) : undefined;
    const contact = contactOf(contacts, client, nextPerson());
    addLead(making, earlier ? secondSpelling(contacts, contact, earlier) : contact, created, isDuplicate);
  }
  return rows;
}

function catalogue(client: SampleClient, start: Date): Pick<ClientRows, 'product_categories' | 'products'> {
  const names = [...new Set(client.products.map(({ category }) => category))];
  const product_categories = names.map((name) => ({ id: uuidv7(), name, created_at: start }));
  const products = client.products.map((product) => ({
    id: uuidv7(),
    name: product.name,
    sku: product.sku,
    description: product.description,
    category_id: product_categories.find(({ name }) => name === product.category)?.id ?? null,
    price: product.price,
    currency: 'INR',
    is_active: product.isActive ?? true,
    created_at: start,
    updated_at: start,
  }));
  return { product_categories, products };
}

/** A consistent lead with its calls and reminders; nobody works on a duplicate. */
function addLead(making: Making, contact: Contact, created: number, isDuplicate: boolean): void {
  const { random, client, rows, now } = making;
  const age = ageInDays(created, now);
  const status = isDuplicate ? 'new' : statusOf(random, client, age);
  const meaning = statusMeaning(status);
  const isUnassigned = isDuplicate || (status === 'new' && random.chance(0.45));
  const assignee = isUnassigned ? null : assigneeOf(making, meaning !== 'open' && age > 100);
  const calls = isUnassigned ? [] : callsOf(random, client, { status, created, now });
  const reminders = isUnassigned ? [] : remindersOf(random, client, { status, created, now, calls });
  const last = calls.at(-1);
  const lastMoment = last ? Math.min(now, last.at + last.duration * MINUTE) : created;
  const isOver = age > 60 && (meaning === 'lost' || isUnassigned);
  const isArchived = isOver && rows.leads.length % ARCHIVED_EVERY === 0;
  const due = reminders.filter(({ completed }) => completed === null).map((reminder) => reminder.due);
  const source = random.weighted(client.sources);
  const id = uuidv7({ msecs: created });
  rows.leads.push({
    id,
    version: 1 + calls.length,
    ...contact,
    ...normalised(contact),
    status,
    source,
    ...campaignOf(random, client, source),
    ...worthOf(making, status),
    assigned_to: assignee,
    next_followup_date: due.length > 0 ? new Date(Math.min(...due)) : null,
    call_status: last?.status ?? 'pending',
    last_contacted_at: last ? new Date(last.at) : null,
    first_contacted_at: calls[0] ? new Date(calls[0].at) : null,
    contact_minutes: calls[0] ? TIME.minutesBetween(new Date(created), new Date(calls[0].at)) : null,
    converted_at: meaning === 'won' ? new Date(lastMoment) : null,
    is_duplicate: isDuplicate,
    is_archived: isArchived,
    created_at: new Date(created),
    updated_at: new Date(isArchived ? Math.min(now, lastMoment + 21 * DAY) : lastMoment),
    created_by: creatorOf(making, assignee),
    updated_by: assignee,
  });
  rows.lead_events.push(
    ...statusHistory(making.steps, client, { id, status, created, last: lastMoment, assignee }),
  );
  rows.call_logs.push(...calls.map((call) => callRow(id, assignee, call)));
  rows.reminders.push(...reminders.map((reminder) => reminderRow(id, assignee, reminder)));
}

/** The same person's data a second time, with name and number spelled differently. */
function secondSpelling(random: Random, contact: Contact, earlier: Rows<'leads'>[number]): Contact {
  const { name, email = null, phone_norm } = earlier;
  const phone = phone_norm?.replace('+91', '') ?? null;
  return { ...contact, name: random.chance(0.5) ? name.toUpperCase() : name, phone, email, gender: null };
}

/** The normalised email and phone, as a write through the API sets them. */
function normalised({ email, phone }: Contact) {
  return {
    email_norm: email === null ? null : normaliseEmail(email),
    ...phoneColumns(phone, 'IN'),
  };
}

type Worth = { known: number; score: [number, number]; interest: Readonly<Record<string, number>> };

/** Interest, score and money grow with the status. */
const WORTH: Readonly<Record<string, Worth>> = {
  new: { known: 0.4, score: [5, 45], interest: { low: 60, medium: 30, high: 10 } },
  contacted: { known: 0.7, score: [20, 60], interest: { low: 40, medium: 45, high: 15 } },
  qualified: { known: 1, score: [45, 80], interest: { low: 5, medium: 55, high: 40 } },
  lost: { known: 0.8, score: [5, 40], interest: { low: 75, medium: 20, high: 5 } },
};
const NEAR_THE_END: Worth = { known: 1, score: [65, 98], interest: { medium: 20, high: 80 } };

function worthOf({ random, client, rows }: Making, status: string) {
  const { known, score, interest } = WORTH[status] ?? NEAR_THE_END;
  const product = random.chance(0.8) ? random.pick(rows.products) : undefined;
  const price = product?.price ?? random.pick(client.products).price ?? 15_000;
  const value = random.chance(known) ? amountNear(random, price) : null;
  return {
    interest_level: random.weighted(interest),
    lead_score: random.whole(...score),
    product_id: product?.id ?? null,
    value,
    budget: value !== null && random.chance(0.4) ? amountNear(random, value * 0.85) : null,
  };
}

/** The assignee of a lead: sales reps get most leads, the manager some; former users keep closed leads. */
function assigneeOf({ random, team }: Making, includingFormer: boolean): string {
  const people = team.filter(({ role, former }) => (former ? includingFormer : role === 'salesrep'));
  const manager = team.find(({ role }) => role === 'manager');
  return manager && random.chance(0.15) ? manager.id : random.pick(people).id;
}

/** The creator of a lead: mostly its assignee; null for some leads that arrived by themselves. */
function creatorOf({ random, team }: Making, assignee: string | null): string | null {
  const by = random.weighted({ assignee: 60, admin: 18, manager: 10, nobody: 12 });
  if (by === 'nobody') return null;
  return by === 'assignee' ? assignee : (team.find(({ role }) => role === by)?.id ?? null);
}

function callRow(leadId: string, caller: string | null, call: SampleCall): Rows<'call_logs'>[number] {
  return {
    id: uuidv7({ msecs: call.at }),
    lead_id: leadId,
    user_id: caller,
    called_by: caller,
    call_date: new Date(call.at),
    call_type: call.type,
    call_status: call.status,
    call_outcome: call.outcome,
    duration: call.duration,
    notes: call.notes,
    created_at: new Date(call.at),
  };
}

function reminderRow(
  leadId: string,
  owner: string | null,
  reminder: SampleReminder,
): Rows<'reminders'>[number] {
  const { title, description, made, due, completed } = reminder;
  return {
    id: uuidv7({ msecs: made }),
    version: completed === null ? 1 : 2,
    lead_id: leadId,
    user_id: owner,
    title,
    description,
    reminder_date: new Date(due),
    is_completed: completed !== null,
    completed_at: completed === null ? null : new Date(completed),
    created_at: new Date(made),
    updated_at: new Date(completed ?? made),
  };
}
