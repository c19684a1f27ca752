import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { dayOf } from '#shared/values/dates.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Repeat } from '#shared/activities/repeat.ts';
import { USUAL_HOURS, workingHours } from '#shared/company/working-hours.ts';
import { followUpErrors } from '#test/rows/follow-ups.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { rep, otherRep } = world.alpha;

const ZONE = 'Asia/Kolkata';
const DAY = 86_400_000;
const WEEKLY: Repeat = { every: 1, unit: 'week', until: null };
/** Nine in the morning in India, this many days from today; India has no clock changes. */
const morning = (days: number) =>
  new Date(Date.parse(`${dayOf(new Date(), ZONE)}T09:00:00+05:30`) + days * DAY).toISOString();

async function plan(more: object = {}, lead_id?: string) {
  const id = lead_id ?? (await createLead(app, rep, { assigned_to: otherRep.id })).id;
  const body = { lead_id: id, title: 'Ask how it goes', reminder_date: morning(1), repeat: WEEKLY, ...more };
  const reply = await app.call(reminders.create, { body }, rep.token);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data;
}
const complete = async (id: string) =>
  (await app.call(reminders.complete, { params: { id } }, rep.token)).body.data;
const reopen = async (id: string) => await app.call(reminders.reopen, { params: { id } }, rep.token);
const update = async (id: string, body: object) =>
  await app.call(reminders.update, { params: { id }, body }, rep.token);
const openOf = async (lead_id: string) => {
  const query = { lead_id, is_completed: 'false' as const };
  const { data } = (await app.call(reminders.list, { query }, rep.token)).body;
  return data.reminders.map(({ reminder_date }) => reminder_date);
};
const stepOf = async (id: string) =>
  (await app.call(leads.get, { params: { id } }, rep.token)).body.data.next_followup_date;

test('Done plans the next one for the same owner, as the lead’s next step, and reopening takes it back', async () => {
  const first = await plan({ description: 'By phone', user_id: rep.id });
  assert.deepEqual(first.repeat, WEEKLY);
  const done = await complete(first.id);
  assert.ok(done.is_completed && done.next);
  const { id } = done.next;
  const query = { ids: id };
  const [next] = (await app.call(reminders.list, { query }, rep.token)).body.data.reminders;
  assert.ok(next);
  const { reminder_date, title, description, user_id, repeat, version } = next;
  assert.deepEqual(
    { reminder_date, title, description, user_id, repeat, version },
    {
      reminder_date: morning(8),
      title: 'Ask how it goes',
      description: 'By phone',
      user_id: rep.id,
      repeat: WEEKLY,
      version: 1,
    },
  );
  assert.equal(await stepOf(first.lead_id), morning(8));
  assert.equal((await complete(first.id)).next?.id, id, 'a completion that is sent again plans no other');
  assert.equal((await reopen(first.id)).status, 200);
  assert.deepEqual(await openOf(first.lead_id), [morning(1)]);
  assert.equal(await stepOf(first.lead_id), morning(1));
  const again = await complete(first.id);
  assert.equal(again.next?.reminder_date, morning(8));
  assert.equal((await complete(again.next?.id ?? '')).next?.reminder_date, morning(15));
});

test('reopening keeps a next one that was changed, and completing again plans no second', async () => {
  const first = await plan();
  const { next } = await complete(first.id);
  assert.ok(next);
  await update(next.id, { title: 'Ask about the quote' });
  await reopen(first.id);
  assert.deepEqual(await openOf(first.lead_id), [morning(1), morning(8)]);
  assert.equal((await complete(first.id)).next?.id, next.id);
  assert.deepEqual(await openOf(first.lead_id), [morning(8)]);
});

test('a call that completes it plans the next one, once per key', async () => {
  const first = await plan();
  const body = { lead_id: first.lead_id, duration: 2, notes: 'Spoke', completes_reminder_id: first.id };
  const headers = { 'idempotency-key': randomUUID() };
  const logged = await app.call(callLogs.create, { body, headers }, rep.token);
  assert.equal(logged.status, 201, logged.text);
  assert.equal(logged.body.data.completed?.next?.reminder_date, morning(8));
  assert.equal(logged.body.data.lead.next_followup_date, morning(8));
  const replay = await app.call(callLogs.create, { body, headers }, rep.token);
  assert.equal(replay.body.data.completed?.next?.id, logged.body.data.completed?.next?.id);
  assert.deepEqual(await openOf(first.lead_id), [morning(8)]);
});

test('a call can plan a repeating follow-up', async () => {
  const { id: lead_id } = await createLead(app, rep);
  const reminder = { title: 'Call again', reminder_date: morning(1), repeat: WEEKLY };
  const body = { lead_id, duration: 2, notes: 'Spoke', reminder };
  const logged = await app.call(callLogs.create, { body }, rep.token);
  assert.deepEqual(logged.body.data.reminder?.repeat, WEEKLY);
  const ended = { ...reminder, repeat: { ...WEEKLY, until: '2020-01-01' } };
  const refused = await app.call(callLogs.create, { body: { ...body, reminder: ended } }, rep.token);
  assert.deepEqual([refused.status, refused.body.errors?.[0]?.field], [422, 'reminder.repeat.until']);
});

test('clearing the date of many leads ends their series, and the undo continues them', async () => {
  const first = await plan();
  const body = { lead_ids: [first.lead_id], updates: { next_followup_date: null } };
  const cleared = await app.call(leadBulk.update, { body }, world.superadmin.token);
  assert.equal(cleared.status, 200, cleared.text);
  assert.deepEqual(await openOf(first.lead_id), []);
  const [operation = ''] = cleared.body.data.operation_ids;
  assert.equal(
    (await app.call(operations.undo, { params: { id: operation } }, world.superadmin.token)).status,
    200,
  );
  assert.deepEqual(await openOf(first.lead_id), [morning(1)]);
  assert.equal((await complete(first.id)).next?.reminder_date, morning(8));
});

test('a snooze and another date of the lead move only this one', async () => {
  const snoozed = await plan();
  await update(snoozed.id, { reminder_date: morning(3) });
  assert.equal((await complete(snoozed.id)).next?.reminder_date, morning(8));
  const dated = await plan();
  const body = { next_followup_date: morning(4) };
  await app.call(leads.update, { params: { id: dated.lead_id }, body }, rep.token);
  assert.equal((await complete(dated.id)).next?.reminder_date, morning(8));
});

test('an edit applies to this one and those after it', async () => {
  const first = await plan();
  const fortnight = { every: 2, unit: 'week' as const };
  const edited = await update(first.id, { title: 'Renew', reminder_date: morning(2), repeat: fortnight });
  assert.deepEqual(edited.body.data.repeat, { ...fortnight, until: null });
  const { next } = await complete(first.id);
  assert.equal(next?.reminder_date, morning(16));
  const renewed = await update(next?.id ?? '', { description: 'By phone' });
  assert.equal(renewed.body.data.title, 'Renew');
  const last = morning(18).slice(0, 10);
  await update(next?.id ?? '', { reminder_date: morning(17) });
  await update(next?.id ?? '', { repeat: { ...fortnight, until: last } });
  assert.equal((await complete(next?.id ?? '')).next, null, 'another last day keeps the rhythm');
});

test('without a repetition nothing follows, and a series can be stopped', async () => {
  assert.equal((await complete((await plan({ repeat: null })).id)).next, null);
  const first = await plan();
  const stopped = await update(first.id, { repeat: null, version: 1 });
  assert.equal(stopped.body.data.repeat, null);
  const again = await update(first.id, { repeat: null, version: 1 });
  assert.deepEqual([again.status, again.body.data.version], [200, 2], 'sent again, it is no conflict');
  assert.equal((await complete(first.id)).next, null);
});

test('a last day before the follow-up and an unknown interval are refused', async () => {
  const { id: lead_id } = await createLead(app, rep);
  const body = { lead_id, title: 'Ask', reminder_date: morning(1) };
  for (const [repeat, field] of [
    [{ ...WEEKLY, until: morning(-1).slice(0, 10) }, 'repeat.until'],
    [{ ...WEEKLY, until: '2026-02-31' }, 'repeat.until'],
    [{ ...WEEKLY, every: 0 }, 'repeat.every'],
    [{ ...WEEKLY, unit: 'year' }, 'repeat.unit'],
  ] as const) {
    const refused = await app.call(reminders.create, { body: { ...body, repeat } as never }, rep.token);
    assert.deepEqual([refused.status, refused.body.errors?.map((error) => error.field)], [422, [field]]);
  }
  assert.deepEqual(await openOf(lead_id), []);
});

test('holidays of the client are passed over', async () => {
  const { beta } = world;
  const lead = await createLead(app, beta.rep);
  const days = [1, 2, 3, 4, 5, 6, 7];
  const holidays = [{ day: dayOf(new Date(morning(8)), ZONE), name: 'Founders’ Day' }];
  const body = { all_hours: false, ...USUAL_HOURS, days, holidays };
  const hours = await app.call(workingHours.update, { params: { id: beta.id }, body }, beta.admin.token);
  assert.equal(hours.status, 200, hours.text);
  const planned = { lead_id: lead.id, title: 'Ask', reminder_date: morning(1), repeat: WEEKLY };
  const first = await app.call(reminders.create, { body: planned }, beta.rep.token);
  const finish = async (id: string) =>
    (await app.call(reminders.complete, { params: { id } }, beta.rep.token)).body.data.next;
  const second = await finish(first.body.data.id);
  assert.equal(second?.reminder_date, morning(9));
  assert.equal((await finish(second?.id ?? ''))?.reminder_date, morning(15));
});

test('many completions at once plan one', async () => {
  const first = await plan();
  const call = { lead_id: first.lead_id, duration: 1, notes: 'Spoke', completes_reminder_id: first.id };
  await Promise.all([
    ...[1, 2, 3, 4].map(async () => await complete(first.id)),
    ...[1, 2, 3, 4].map(async () => await app.call(callLogs.create, { body: call }, rep.token)),
  ]);
  assert.deepEqual(await openOf(first.lead_id), [morning(8)]);
});

test('next steps and the mirror stay right', async () => {
  assert.deepEqual(await followUpErrors(app, world.alpha.schema), []);
  await app.call(reminders.list, {}, world.superadmin.token);
  assert.deepEqual(await mirrorErrors(app), []);
});
