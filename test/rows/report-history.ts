import assert from 'node:assert/strict';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadMessages } from '#shared/leads/lead-messages.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { TestApp } from '#test/app.ts';
import type { Person, TestClient } from '#test/world.ts';

const HOUR = 3_600_000;
/** The moment the given number of hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

/** Repeatable: the same seed gives the same history. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Leads of two months, and what users did with them. */
export async function writeHistory(app: TestApp, client: TestClient, count: number): Promise<void> {
  const next = randomNumbers(7);
  const people = [client.rep, client.otherRep, client.manager];
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `Lead ${index}`,
    created_at: inHours(-next(60 * 24) - 1).toISOString(),
    status: ['new', 'contacted', 'qualified', 'lost'][next(4)],
    source: ['website', 'referral'][next(2)],
    value: next(100_000) / 4,
  }));
  const { token } = client.manager;
  const imported = await app.call(leadImport.run, { body: { leads: rows, skip_duplicates: false } }, token);
  assert.equal(imported.body.data.inserted, count, imported.text);
  const all = (await app.call(leads.list, { query: { limit: '100' } }, token)).body.data;
  for (const { id, created_at } of all) {
    const params = { id };
    const person = people[next(3)] as Person;
    const old = Math.floor((Date.now() - Date.parse(created_at)) / HOUR);
    const steps: ([chance: number, step: () => Promise<unknown>])[] = [
      [75, () => app.call(leads.update, { params, body: { assigned_to: person.id } }, token)],
      [55, () => app.call(callLogs.create, { body: callOf(id, next(old + 4)) }, person.token)],
      [25, () => app.call(callLogs.create, { body: { ...callOf(id, next(old + 1)), call_status: 'busy' } }, person.token)],
      [15, () => app.call(leadMessages.create, { params, body: { channel: 'whatsapp' } }, person.token)],
      [60, () => remind(app, id, person, next(40 * 24) - 30 * 24, next(2) === 0)],
      [30, () => app.call(leads.convert, { params, body: { converted_at: inHours(-next(old + 1)).toISOString() } }, token)],
      [8, () => app.call(leads.update, { params, body: { is_archived: true } }, token)],
      [8, () => app.call(leads.update, { params, body: { is_duplicate: true } }, token)],
      [8, () => app.call(leads.remove, { params }, token)],
    ]; // prettier-ignore
    for (const [chance, step] of steps) if (next(100) < chance) await step();
  }
  await correct(app, client);
}

/**
 * Corrects and deletes calls, and merges leads, some of which are undone: first contacts change with them.
 */
async function correct(app: TestApp, { manager: { token } }: TestClient): Promise<void> {
  const calls = (await app.call(callLogs.list, { query: { limit: '100' } }, token)).body.data;
  for (const [index, { id, call_date }] of calls.entries()) {
    const body = { call_date: new Date(Date.parse(call_date) - (index % 9) * HOUR).toISOString() };
    if (index % 3 === 0) await app.call(callLogs.update, { params: { id }, body }, token);
    if (index % 11 === 0) await app.call(callLogs.remove, { params: { id } }, token);
  }
  const some = (await app.call(leads.list, { query: { limit: '12' } }, token)).body.data;
  for (let at = 0; at + 1 < some.length; at += 2) {
    const params = { id: some[at]?.id ?? '' };
    const body = { lead_id: some[at + 1]?.id ?? '', fields: {} };
    const { data } = (await app.call(leadDuplicates.merge, { params, body }, token)).body;
    if (at % 4 === 0) await app.call(operations.undo, { params: { id: data.operation_id } }, token);
  }
}

const callOf = (lead_id: string, hoursAgo: number) => ({
  lead_id,
  duration: hoursAgo % 30,
  notes: 'Talked',
  call_date: inHours(-hoursAgo).toISOString(),
});

async function remind(
  app: TestApp,
  lead_id: string,
  { id, token }: Person,
  hours: number,
  isDone: boolean,
): Promise<void> {
  const body = { lead_id, title: 'Call', reminder_date: inHours(hours).toISOString(), user_id: id };
  const { data } = (await app.call(reminders.create, { body }, token)).body;
  if (isDone) await app.call(reminders.complete, { params: { id: data.id } }, token);
}
