import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Distributor } from './decide-owner.ts';
import type { Person, Rule } from './decide-owner.ts';

/** Monday, 14:30 in India. */
const MONDAY = new Date('2026-11-23T09:00:00Z');
const clock = { timeZone: 'Asia/Kolkata', isChoice: (field: string) => field === 'source' };
const person = (name: string, more: Partial<Person> = {}): Person => ({
  id: name,
  name,
  isActive: true,
  away: undefined,
  open: 0,
  most: null,
  ...more,
});
const rule = (name: string, people: string[], more: Partial<Rule> = {}): Rule => ({
  id: name,
  name,
  conditions: [],
  times: null,
  way: 'turn',
  people,
  turns: {},
  ...more,
});
const arrival = (lead: Record<string, unknown> = {}, custom: Record<string, unknown> = {}, at = MONDAY) => ({
  lead,
  custom,
  at,
});
const chosen = (distributor: Distributor, ...arrivals: ReturnType<typeof arrival>[]) =>
  arrivals.map((one) => distributor.give(one).person?.name ?? null);

test('the first matching rule with an eligible user decides, and gives the reason', () => {
  const pune = { conditions: [{ field: 'location' as const, values: ['pune', 'pimpri'] }] };
  const rules = [
    rule('Social', ['Asha'], { conditions: [{ field: 'source', values: ['social_media'] }], way: 'person' }),
    rule('Pune', ['Ravi'], { ...pune, way: 'person' }),
    rule('Hindi', ['Bina'], { conditions: [{ field: 'custom.language', values: ['Hindi'] }] }),
  ];
  const distributor = new Distributor(rules, [person('Asha'), person('Ravi'), person('Bina')], clock);
  assert.deepEqual(
    chosen(
      distributor,
      arrival({ source: 'social_media', location: 'Pune' }),
      arrival({ source: 'social', location: 'PIMPRI, Pune' }),
      arrival({ source: 'website' }, { language: ['English', 'Hindi'] }),
      arrival({ source: null }),
    ),
    ['Asha', 'Ravi', 'Bina', null],
  );
  assert.equal(distributor.give(arrival({ location: 'Pune' })).reason, 'Rule “Pune”: always Ravi.');
  assert.equal(distributor.give(arrival()).reason, 'Unassigned. No rule matches.');
});

test('turns rotate, skip users who may get none, and do not make up for an absence', () => {
  const away = person('Ravi', { away: { until: '2026-12-03' } });
  const distributor = new Distributor(
    [rule('All', ['Asha', 'Ravi', 'Bina'], { turns: { Asha: 7, Bina: 6, Ravi: 2 } })],
    [person('Asha'), away, person('Bina')],
    clock,
  );
  const first = distributor.give(arrival());
  assert.equal(first.reason, 'Rule “All”: Bina’s turn; Ravi is away until 03/12/2026.');
  assert.deepEqual(chosen(distributor, arrival(), arrival()), ['Asha', 'Bina']);
  assert.deepEqual(distributor.turns, [
    { rule_id: 'All', user_id: 'Asha', turn: 9 },
    { rule_id: 'All', user_id: 'Bina', turn: 10 },
  ]);
  const back = new Distributor(
    [rule('All', ['Asha', 'Ravi', 'Bina'], { turns: { Asha: 9, Bina: 10, Ravi: 2 } })],
    [person('Asha'), person('Ravi'), person('Bina')],
    clock,
  );
  assert.deepEqual(chosen(back, arrival(), arrival(), arrival(), arrival()), [
    'Ravi',
    'Asha',
    'Bina',
    'Ravi',
  ]);
});

test('the fewest open leads are recounted after each lead, up to the limit', () => {
  const people = [person('Asha', { open: 2 }), person('Bina', { open: 1, most: 2 })];
  const distributor = new Distributor([rule('Few', ['Asha', 'Bina'], { way: 'fewest' })], people, clock);
  const given = [1, 2, 3].map(() => distributor.give(arrival()));
  assert.deepEqual(
    given.map(({ reason }) => reason),
    [
      'Rule “Few”: Bina has the fewest open leads (1).',
      'Rule “Few”: Asha has the fewest open leads (2); Bina has 2 open leads, with a limit of 2.',
      'Rule “Few”: Asha has the fewest open leads (3); Bina has 2 open leads, with a limit of 2.',
    ],
  );
});

test('a rule without eligible users passes the lead on or leaves it unassigned, and gives the reason', () => {
  const people = [person('Asha', { isActive: false }), person('Ravi', { away: { until: null } })];
  const rules = [rule('First', ['Asha']), rule('Second', ['Ravi', 'gone'])];
  const { person: owner, reason } = new Distributor(rules, people, clock).give(arrival());
  assert.equal(owner, null);
  assert.equal(
    reason,
    'Unassigned. Rule “First”: nobody available (Asha is inactive). Rule “Second”: nobody available (Ravi is away).',
  );
});

test('times are in the client’s time zone, and a night belongs to the day it starts on', () => {
  const night = { days: [1], from: '22:00', until: '06:00' };
  const rules = [
    rule('Night', ['Bina'], { times: night }),
    rule('Day', ['Asha'], { times: { days: [1, 2], from: '09:30', until: '18:00' } }),
  ];
  const distributor = new Distributor(rules, [person('Asha'), person('Bina')], clock);
  const at = (day: number, time: string) =>
    chosen(distributor, arrival({}, {}, new Date(`2026-11-${day}T${time}:00+05:30`)))[0];
  assert.equal(at(23, '09:29'), null);
  assert.equal(at(23, '09:30'), 'Asha');
  assert.equal(at(23, '18:00'), null);
  assert.equal(at(23, '22:00'), 'Bina');
  assert.equal(at(24, '05:59'), 'Bina');
  assert.equal(at(24, '06:00'), null);
  assert.equal(at(23, '05:00'), null);
  assert.equal(at(24, '22:30'), null);
});
