import type { SmallError } from '#test/sabotage/small-error.ts';

const tests = ['server/mirror/mirror.test.ts'];

export const SERVER_6: readonly SmallError[] = [
  {
    id: 'mirror-one-writer',
    kind: 'mirror',
    file: 'server/mirror/follow-client.queries.ts',
    from: 'pg_advisory_xact_lock(${MIRROR_LOCK}), set_config(',
    to: 'set_config(',
    breaks: 'a slower follower puts older rows over newer ones',
    tests,
  },
  {
    id: 'mirror-zone',
    kind: 'mirror',
    file: 'server/mirror/follow-client.queries.ts',
    from: '  await bringZone(trx, client);\n',
    to: '',
    breaks: 'users of all clients count by the days of a time zone that has been changed',
    tests,
  },
  {
    id: 'mirror-gone',
    kind: 'mirror',
    file: 'server/mirror/follow-client.queries.ts',
    from: 'gone AS (DELETE FROM ${table} WHERE ${mine} AND ${key} NOT IN (SELECT ${key} FROM rows)),',
    to: '',
    breaks: 'users of all clients go on seeing what was deleted',
    tests,
  },
  {
    id: 'mirror-hears',
    kind: 'mirror',
    file: 'server/mirror/mirror.ts',
    from: 'hear((clientId) => this.note(clientId))',
    to: 'hear(() => undefined)',
    breaks: 'users of all clients read a change minutes later',
    tests,
  },
  {
    id: 'mirror-settles',
    kind: 'mirror',
    file: 'server/db/scope.ts',
    from: '      await this.#database.follower?.settle();\n      return this.#everything',
    to: '      return this.#everything',
    breaks: 'users of all clients miss the change they have just made',
    tests,
  },
  {
    id: 'mirror-removed-days',
    kind: 'mirror',
    file: 'server/mirror/leave-mirror.queries.ts',
    from: '    uncountDays(mirrorPlace(zone), leads),\n',
    to: '',
    breaks: 'the leads of a removed client stay in the totals of all clients',
    tests,
  },
  {
    id: 'mirror-spoilt',
    kind: 'mirror',
    file: 'server/mirror/compare-mirror.queries.ts',
    from: '=== false && own[0].figures !== mirrored[0]?.figures ? 1 : 0',
    to: '=== true ? 1 : 0',
    breaks: 'a spoilt mirror stays spoilt',
    tests,
  },
];
