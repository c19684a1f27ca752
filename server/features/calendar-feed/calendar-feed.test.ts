import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { absences } from '#shared/company/absences.ts';
import { auth } from '#shared/accounts/auth.ts';
import { calendarFeed } from '#shared/activities/calendar-feed.ts';
import { dayOf } from '#shared/values/dates.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta } = world;

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY);
const aRep = async () => await createPerson(app, 'salesrep', alpha.id);
const plan = async (person: Person, lead: string, title: string, at: Date): Promise<string> => {
  const body = { lead_id: lead, title, reminder_date: at.toISOString() };
  return (await app.call(reminders.create, { body }, person.token)).body.data.id;
};
const subscribe = async ({ token }: Person, namesLeads = true): Promise<string> => {
  const made = await app.call(calendarFeed.create, { body: { namesLeads } }, token);
  assert.equal(made.status, 201, made.text);
  return new URL(made.body.data.path, 'http://localhost').searchParams.get('key') ?? assert.fail();
};
const read = async (key: string, headers: Record<string, string> = {}) =>
  await app.call(calendarFeed.read, { query: { key }, headers });
/** The events of a feed, as a calendar app reads them. */
const eventsOf = async (key: string) =>
  new ICAL.Component(ICAL.parse((await read(key)).text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));
const titles = async (key: string) => (await eventsOf(key)).map(({ summary }) => summary);

test('a calendar app reads the follow-ups of the last 14 and the next 90 days, at their times', async () => {
  const rep = await aRep();
  const { id } = await createLead(app, rep, { name: 'आशा राव', company_name: 'Brick, Lane; Co' });
  const soon = inDays(2);
  await plan(rep, id, 'Send the quote, please', soon);
  await plan(rep, id, 'Too far ahead', inDays(100));
  await plan(rep, id, 'Last week', inDays(-7));
  await plan(rep, id, 'Last month', inDays(-30));
  const key = await subscribe(rep);
  const found = await eventsOf(key);
  assert.deepEqual(
    found.map(({ summary }) => summary),
    ['Last week: आशा राव', 'Send the quote, please: आशा राव'],
  );
  const [, event] = found;
  assert.equal(event?.startDate.toJSDate().getTime(), soon.getTime());
  assert.match(event.description, /^Brick, Lane; Co/);
  assert.ok(String(event.component.getFirstPropertyValue('url')).endsWith(`/leads/${id}`));
});

test('without names an event is only a call back', async () => {
  const rep = await aRep();
  const { id } = await createLead(app, rep, { name: 'Secret Person', phone: '98765 43210' });
  await plan(rep, id, 'Talk about the divorce', inDays(1));
  const key = await subscribe(rep, false);
  const { text } = await read(key);
  assert.deepEqual(await titles(key), ['Call back']);
  assert.ok(!/Secret|divorce|98765/.test(text), text);
});

test('the feed follows changes, and answers 304 while nothing changes', async () => {
  const rep = await aRep();
  const { id } = await createLead(app, rep);
  const followUp = await plan(rep, id, 'Call', inDays(1));
  const key = await subscribe(rep);
  const first = await read(key);
  const etag = String(first.headers['etag']);
  assert.match(String(first.headers['content-type']), /^text\/calendar/);
  assert.equal((await read(key, { 'if-none-match': etag })).status, 304);
  await app.call(reminders.complete, { params: { id: followUp } }, rep.token);
  const changed = await read(key, { 'if-none-match': etag });
  assert.equal(changed.status, 200);
  assert.match((await titles(key))[0] ?? '', /^✓ Call/);
});

test('a feed contains the follow-ups of the people its user covers, and nobody else’s', async () => {
  const [rep, away, other] = [await aRep(), await aRep(), await aRep()];
  for (const [person, title] of [
    [rep, 'Own'],
    [away, 'Covered'],
    [other, 'Strange'],
  ] as const)
    await plan(person, (await createLead(app, person, { name: 'Lead' })).id, title, inDays(1));
  const body = { first_day: dayOf(new Date(), 'Asia/Kolkata'), last_day: null, covered_by: rep.id };
  const said = await app.call(absences.create, { body: { ...body, user_id: away.id } }, alpha.admin.token);
  assert.equal(said.status, 201, said.text);
  assert.deepEqual(
    (await titles(await subscribe(rep))).toSorted((a, b) => a.localeCompare(b)),
    ['Covered: Lead', 'Own: Lead'],
  );
});

test('an address ends with a newer one, its removal, signing out everywhere, and the account', async () => {
  const rep = await aRep();
  const first = await subscribe(rep);
  const second = await subscribe(rep);
  assert.deepEqual([(await read(first)).status, (await read(second)).status], [404, 200]);
  await app.call(calendarFeed.remove, {}, rep.token);
  assert.equal((await read(second)).status, 404);
  assert.equal((await app.call(calendarFeed.get, {}, rep.token)).body.data.feed, null);
  const third = await subscribe(rep);
  await app.call(users.setActive, { params: { id: rep.id }, body: { isActive: false } }, alpha.admin.token);
  assert.equal((await read(third)).status, 404);
  const key = await subscribe(beta.rep);
  await app.call(auth.endSessions, {}, beta.rep.token);
  assert.equal((await read(key)).status, 404);
  for (const wrong of ['lcf_x', key.slice(0, -1), key.replace('lcf', 'lpt'), `${key}0`])
    assert.equal((await read(wrong)).status, 404, wrong);
});
