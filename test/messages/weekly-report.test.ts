import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_TIME_ZONE, dayOf, startOfDay } from '#shared/values/dates.ts';
import { relativeDays } from '#shared/values/relative-days.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { profile } from '#shared/accounts/profile.ts';
import { noteMorning } from '#server/features/notifications/deliveries.queries.ts';
import { sendMessages } from '#server/features/notifications/send-messages.ts';
import type { Mail } from '#server/outside/mail.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app } = await withWorld();

test('the weekly report is of the calendar week before, whatever day it is sent on, and compares it with the one before', async () => {
  const client = await createTestClient(app, 'weekly');
  const { manager, otherRep, admin, rep } = client;
  const { from: monday = '' } = relativeDays('this_week', dayOf(new Date(), DEFAULT_TIME_ZONE));
  const ago = (days: number) => startOfDay(monday, DEFAULT_TIME_ZONE, -days)?.toISOString() ?? '';
  const rows = [
    { name: 'Early', source: 'website', created_at: ago(8) },
    { name: 'Of this week', source: 'website', created_at: ago(0) },
    ...['referral', 'referral', 'website'].map((source, n) => ({
      name: `Fresh ${n}`,
      source,
      value: 5000,
      created_at: ago(7),
    })),
  ];
  await app.call(leadImport.run, { body: { leads: rows, skip_duplicates: false } }, manager.token);
  const { data } = (await app.call(leads.list, { query: { limit: '10' } }, manager.token)).body;
  const won = data.find(({ source, created_at }) => source === 'website' && created_at === ago(7))?.id ?? '';
  const own = data.find(({ source }) => source === 'referral')?.id ?? '';
  await app.call(leads.convert, { params: { id: won }, body: { converted_at: ago(1) } }, manager.token);
  await app.call(leads.assign, { params: { id: own }, body: { assigned_to: otherRep.id } }, manager.token);
  const body = { salesrep: 'own' as const };
  await app.call(leadVisibility.update, { params: { id: client.id }, body }, admin.token);
  for (const { token } of [manager, otherRep])
    await app.call(profile.update, { body: { notifications: { weekly: true } } }, token);
  // Monday is a holiday.
  const tuesday = startOfDay(monday, DEFAULT_TIME_ZONE, 1) as Date;
  const at = new Date(tuesday.getTime() + 8 * 3_600_000);
  await noteMorning(app.database, {
    id: client.id,
    day: dayOf(at, DEFAULT_TIME_ZONE),
    messages: ['weekly'],
    at,
  });
  const mails: Mail[] = [];
  await sendMessages(app.database, async (mail) => void mails.push(mail), 'https://crm.example.com');
  const weekOf = ({ email }: Person) =>
    mails.find(({ to, subject }) => to === email && subject.startsWith('Your week'))?.text ?? '';
  assert.match(
    weekOf(manager),
    /New leads: 3, after 1 the week before\nOf these, contacted: 0, after 0 the week before/,
  );
  assert.match(
    weekOf(manager),
    /Won in the week: 1, after 0 the week before\nValue won in the week: ₹5,000, after ₹0 the week before/,
  );
  assert.match(weekOf(manager), /Best source: Website, 1 won for ₹5,000, 1 new lead\n/);
  assert.match(weekOf(otherRep), /New leads: 1, after 0 the week before/);
  assert.match(weekOf(otherRep), /Best source: Referral, 1 new lead\n/);
  assert.equal(weekOf(rep), '');
});
