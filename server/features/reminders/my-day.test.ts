import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { dayOf, startOfDay } from '#shared/values/dates.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { ROWS_OF_GROUP, myDay } from '#shared/activities/my-day.ts';
import { profile } from '#shared/accounts/profile.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { rep, otherRep, manager } = world.alpha;

/** Noon in the client's time zone, the given number of days from now. */
function noon(days: number): string {
  const begin = startOfDay(dayOf(new Date(), 'Asia/Kolkata'), 'Asia/Kolkata', days) ?? new Date();
  return new Date(begin.getTime() + 12 * 3_600_000).toISOString();
}
const MINUTE = 60_000;
const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

async function plan(person: Person, name: string, reminder_date: string): Promise<string> {
  const { id } = await createLead(app, person, { name, status: 'contacted', last_contacted_at: noon(-9) });
  const body = { lead_id: id, title: `Call ${name}`, reminder_date };
  await app.call(reminders.create, { body }, person.token);
  return id;
}

async function day(person: Person, query = {}) {
  const { status, body, text } = await app.call(myDay.get, { query }, person.token);
  assert.equal(status, 200, text);
  const { whose, covers: _covers, pages: _pages, no_next_step, new: fresh, unassigned, ...due } = body.data;
  const group = ({ total, rows }: { total: number; rows: { name: string }[] }) => [
    total,
    rows.map(({ name }) => name),
  ];
  return {
    whose,
    ...Object.fromEntries(
      Object.entries(due).map(([key, { total, rows }]) => [
        key,
        group({ total, rows: rows.map(({ lead }) => lead) }),
      ]),
    ),
    no_next_step: group(no_next_step),
    new: group(fresh),
    unassigned: group(unassigned),
  };
}

test('a rep sees their own day in groups, a manager the team’s, and each can choose the other', async () => {
  await plan(rep, 'Late', noon(-12));
  await plan(rep, 'Later', noon(9));
  await plan(rep, 'Tomorrow', noon(1));
  await plan(otherRep, 'Colleague', soon(-MINUTE));
  await createLead(app, rep, { name: 'Fresh' });
  await createLead(app, rep, { name: 'Won', status: 'converted' });
  await createLead(app, rep, { name: 'Contacted', last_contacted_at: noon(-1) });
  const gone = await plan(rep, 'In the trash', noon(-1));
  await app.call(leads.remove, { params: { id: gone } }, rep.token);
  const own = {
    whose: 'me',
    overdue: [1, ['Late']],
    today: [0, []],
    tomorrow: [1, ['Tomorrow']],
    later: [1, ['Later']],
    no_next_step: [1, ['Contacted']],
    new: [1, ['Fresh']],
    unassigned: [0, []],
  };
  assert.deepEqual(await day(rep), own);
  const team = { ...own, whose: 'team', overdue: [2, ['Late', 'Colleague']] };
  assert.deepEqual(await day(manager), team);
  assert.deepEqual(await day(rep, { whose: 'team' }), team);

  await app.call(profile.update, { body: { whoseDay: 'team' } }, rep.token);
  assert.deepEqual(await day(rep), team);
  assert.deepEqual((await day(otherRep)).whose, 'me');
  await app.call(profile.update, { body: { whoseDay: 'me' } }, rep.token);
  assert.deepEqual(await day(rep), own);
});

test('a lead in several groups appears in the most urgent one, and unassigned new leads appear to users who may take them', async () => {
  const { id, rep: seller, manager: lead, admin } = await createTestClient(app, 'once');
  const twice = await createLead(app, seller, { name: 'Twice' });
  for (const date of [noon(9), noon(-12), noon(-11)])
    await app.call(
      reminders.create,
      { body: { lead_id: twice.id, title: 'Call', reminder_date: date } },
      seller.token,
    );
  await createLead(app, seller, { name: 'New and planned', next_followup_date: noon(1) });
  await createLead(app, seller, { name: 'Fresh' });
  await createLead(app, seller, { name: 'Contacted', last_contacted_at: noon(-1) });
  await createLead(app, seller, { name: 'Of nobody', assigned_to: null });
  await createLead(app, seller, { name: 'Lost, of nobody', assigned_to: null, status: 'lost' });
  const own = {
    whose: 'me',
    overdue: [1, ['Twice']],
    today: [0, []],
    tomorrow: [1, ['New and planned']],
    later: [0, []],
    no_next_step: [1, ['Contacted']],
    new: [1, ['Fresh']],
    unassigned: [1, ['Of nobody']],
  };
  assert.deepEqual(await day(seller), own);
  const team = { ...own, whose: 'team', new: [2, ['Of nobody', 'Fresh']], unassigned: [1, []] };
  assert.deepEqual(await day(lead), team);
  // When a lead's first follow-up is done, its next one takes the place.
  const listed = await app.call(
    reminders.list,
    { query: { due: 'overdue', first_of_lead: 'true', user_id: 'me' } },
    seller.token,
  );
  assert.equal(listed.body.pagination.total, 1);
  for (let done = 0; done < 2; done += 1) {
    const [first] = (await app.call(reminders.list, { query: { due: 'overdue' } }, seller.token)).body.data
      .reminders;
    await app.call(reminders.complete, { params: { id: first?.id ?? '' } }, seller.token);
  }
  assert.deepEqual(await day(seller), { ...own, overdue: [0, []], later: [1, ['Twice']] });

  const body = { salesrep: 'own' } as const;
  const kept = await app.call(leadVisibility.update, { params: { id }, body }, admin.token);
  assert.equal(kept.status, 200, kept.text);
  assert.deepEqual((await day(seller)).unassigned, [0, []]);
});

test('each count is the total of its list', async () => {
  for (const whose of ['me', 'team'] as const) {
    const reply = await app.call(myDay.get, { query: { whose } }, rep.token);
    const { overdue, today, tomorrow, later, no_next_step, new: fresh } = reply.body.data;
    const total = async (due: 'overdue' | 'today' | 'tomorrow' | 'after_tomorrow') => {
      const query = { due, first_of_lead: 'true', ...(whose === 'me' && { user_id: 'me' }) } as const;
      return (await app.call(reminders.list, { query }, rep.token)).body.pagination.total;
    };
    assert.deepEqual(
      [overdue.total, today.total, tomorrow.total, later.total],
      [await total('overdue'), await total('today'), await total('tomorrow'), await total('after_tomorrow')],
    );
    const totalOf = async (query: object) => {
      const mine = { page: 1, limit: 12, ...(whose === 'me' && { assigned_to: 'me' }) };
      return (await app.call(leads.list, { query: { ...query, ...mine } as never }, rep.token)).body
        .pagination.total;
    };
    assert.equal(await totalOf({ no_next_step: true, last_contacted: 'ever' }), no_next_step.total);
    const never = { meaning: 'open', last_contacted: 'never', next_followup: 'none' };
    assert.equal(await totalOf(never), fresh.total);
  }
  const { counts, pagination } = (
    await app.call(reminders.list, { query: { due: 'until_today' } }, manager.token)
  ).body.data;
  assert.equal(pagination.total, counts.overdue + counts.today);
});

test('a call takes a lead out of the new ones, and a group shows only its first rows', async () => {
  const before = await app.call(myDay.get, {}, otherRep.token);
  const made = [];
  for (let index = 0; index < ROWS_OF_GROUP + 2; index += 1)
    made.push(await createLead(app, otherRep, { name: `New ${index}` }));
  const full = await app.call(myDay.get, {}, otherRep.token);
  const { total, totalIsCapped, rows } = full.body.data.new;
  assert.deepEqual(
    [total - before.body.data.new.total, totalIsCapped, rows.length],
    [ROWS_OF_GROUP + 2, false, ROWS_OF_GROUP],
  );
  assert.equal(rows[0]?.name, `New ${ROWS_OF_GROUP + 1}`);
  const call = {
    lead_id: made.at(-1)?.id ?? '',
    duration: 0,
    notes: 'Rang',
    call_status: 'no-answer' as const,
  };
  await app.call(callLogs.create, { body: call }, otherRep.token);
  const after = await app.call(myDay.get, {}, otherRep.token);
  assert.equal(after.body.data.new.total, total - 1);
});

test('on request the day brings everything about the leads that are due', async () => {
  const { body } = await app.call(myDay.get, { query: { pages: 'true' } }, rep.token);
  const { overdue, today, pages } = body.data;
  const due = [...overdue.rows, ...today.rows].map((row) => row.lead_id);
  assert.deepEqual(pages?.map(({ lead }) => lead.id).toSorted(), due.toSorted());
  assert.equal(pages?.[0]?.reminders[0]?.lead_id, pages?.[0]?.lead.id);
});

test('counting stops at the cap in a very large group', async () => {
  await app.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO beta.leads (id, name) SELECT gen_random_uuid(), 'Lead ' || n FROM generate_series(1, 1001) n;
       INSERT INTO beta.lead_totals (status, is_archived, is_duplicate, leads, value) VALUES ('new', false, false, 1001, 0)`,
    );
  });
  const { body } = await app.call(myDay.get, {}, world.beta.manager.token);
  assert.deepEqual([body.data.new.total, body.data.new.totalIsCapped], [1000, true]);
});
