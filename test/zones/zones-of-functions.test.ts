import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dayOf, instantOf, startOfDay } from '#shared/values/dates.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { workingTime } from '#shared/company/working-time.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { findMorning } from '#server/features/notifications/message-contents.queries.ts';
import { messagesOf, morningOf } from '#server/features/notifications/timetable.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
before(async () => {
  await app.database.asOwner(
    async (owner) =>
      await owner.query('UPDATE core.clients SET time_zone = $2 WHERE id = $1', [
        world.alpha.id,
        'America/Los_Angeles',
      ]),
  );
});

test('the morning follows the time zone, also where its weekday differs from UTC and India', () => {
  for (const [now, zone, day, isMonday] of [
    ['2026-11-29T20:30:00Z', 'Pacific/Auckland', '2026-11-30', true],
    ['2026-11-30T20:30:00Z', 'Pacific/Auckland', '2026-12-01', false],
    ['2026-11-30T16:30:00Z', 'America/Los_Angeles', '2026-11-30', true],
    ['2026-11-30T19:30:00Z', 'Pacific/Honolulu', '2026-11-30', true],
    ['2026-11-30T02:45:00Z', 'Asia/Kolkata', '2026-11-30', true],
    ['2026-11-29T18:30:00Z', 'Pacific/Kiritimati', '2026-11-30', true],
  ] as const) {
    const morning = morningOf(new Date(now), zone);
    const weekly = messagesOf(morning?.day ?? '', workingTime(null, zone)).includes('weekly');
    assert.deepEqual([morning?.day, weekly], [day, isMonday], `${now} in ${zone}`);
    assert.equal(dayOf(morning?.at ?? new Date(0), zone), day);
  }
  assert.equal(morningOf(new Date('2026-11-30T02:45:00Z'), 'America/New_York'), undefined);
});

test("the morning's follow-ups are those due until midnight of the client's calendar", async () => {
  const { rep, id } = world.alpha;
  const client = (await findClient(app.database, id)) as ClientRef;
  const { id: lead_id } = await createLead(app, rep);
  const zone = 'America/Los_Angeles';
  const begins = startOfDay(dayOf(new Date(), zone), zone, 1) as Date;
  const at = (hours: number) => new Date(begins.getTime() + hours * 3_600_000);
  for (const [title, hours] of [
    ['Late in the evening', 22.5],
    ['The morning after', 24.5],
  ] as const) {
    const body = { lead_id, title, reminder_date: at(hours).toISOString() };
    assert.equal((await app.call(reminders.create, { body }, rep.token)).status, 201);
  }
  const message = {
    id: rep.id,
    user_id: rep.id,
    client_id: id,
    kind: 'digest',
    channel: 'mail',
    object_id: id,
    due_at: at(8),
  } as const;
  const { list, overdue, today } = await findMorning(app.database, { client, sight: null }, message);
  assert.deepEqual([list.map(({ title }) => title), overdue, today], [['Late in the evening'], 0, 1]);
});

/** Hours shortly after a clock change, taken from a table of time zones instead of from the code. */
const AFTER_CHANGES = [
  ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-03-29 05:00', '2026-03-29T03:00:00Z'],
  ['Europe/Berlin', '2026-10-25 03:00', '2026-10-25T02:00:00Z'],
  ['Europe/Berlin', '2026-10-25 05:00', '2026-10-25T04:00:00Z'],
  ['America/New_York', '2026-03-08 03:00', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-03-08 05:00', '2026-03-08T09:00:00Z'],
  ['America/New_York', '2026-11-01 03:00', '2026-11-01T08:00:00Z'],
  ['America/New_York', '2026-11-01 05:00', '2026-11-01T10:00:00Z'],
  ['Australia/Sydney', '2026-04-05 05:00', '2026-04-04T19:00:00Z'],
  ['Australia/Sydney', '2026-10-04 05:00', '2026-10-03T18:00:00Z'],
  ['Asia/Kolkata', '2026-03-29 03:00', '2026-03-28T21:30:00Z'],
] as const;

test('local times right after a clock change become the right instant', () => {
  for (const [zone, local, instant] of AFTER_CHANGES) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = local.split(/[- :]/).map(Number);
    const found = instantOf({ year, month, day, hour, minute, second: 0 }, zone);
    assert.equal(found?.toISOString(), instant.replace('Z', '.000Z'), `${local} in ${zone}`);
  }
});
