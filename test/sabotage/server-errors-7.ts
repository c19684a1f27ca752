import type { SmallError } from '#test/sabotage/small-error.ts';

const tests = ['server/features/distribution/distribution.test.ts'];
const engine = ['server/leads/decide-owner.test.ts'];

export const SERVER_7: readonly SmallError[] = [
  {
    id: 'turns-at-once',
    kind: 'locks',
    file: 'server/leads/distribution.queries.ts',
    from: '${`distribution ${inside.client.id}`}',
    to: '${`distribution ${Math.random()}`}',
    breaks: 'two leads that arrive at once go to one person',
    tests,
  },
  {
    id: 'limit-holds',
    kind: 'locks',
    file: 'server/features/lead-import/import-owners.queries.ts',
    from: '    await hold(turn, importId, distributor);\n',
    to: '',
    breaks: 'people get more leads than their limit while an import is writing',
    tests: ['server/features/distribution/distribution.test.ts > still writing'],
  },
  {
    id: 'late-lead-twice',
    kind: 'locks',
    file: 'server/features/distribution/late-leads.queries.ts',
    from: 'LIMIT ${BATCH} FOR UPDATE SKIP LOCKED',
    to: 'LIMIT ${BATCH}',
    breaks: 'leaders are told twice of a late lead, by two processes',
    tests: ['server/features/distribution/late-leads.test.ts > once'],
  },
  {
    id: 'absent-gets-none',
    kind: 'filters',
    file: 'server/leads/distribution.queries.ts',
    from: 'first_day <= ${day}::date AND',
    to: 'first_day < ${day}::date AND',
    breaks: 'somebody who is away from today gets leads today',
    tests: ['server/features/distribution/distribution.test.ts > away'],
  },
  {
    id: 'turn-of-the-longest',
    kind: 'counters',
    file: 'server/leads/decide-owner.ts',
    from: '|| turn(person) - turn(best)',
    to: '|| turn(best) - turn(person)',
    breaks: 'one person gets all leads',
    tests: engine,
  },
  {
    id: 'night-of-the-day-before',
    kind: 'dates',
    file: 'server/leads/decide-owner.ts',
    from: 'weekday === 1 ? 7 : weekday - 1',
    to: 'weekday',
    breaks: 'the morning behind a night belongs to another day',
    tests: engine,
  },
];
