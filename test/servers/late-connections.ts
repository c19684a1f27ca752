import { randomInt } from 'node:crypto';
import { RolePool } from '#server/db/pool/connections.ts';
import type { RoleConnection } from '#server/db/pool/connections.ts';

/**
 * Loaded before the tests on a real database with TEST_DELAYS=25: half of the connections are given out up to 25 ms late, so
 * that acts at the same time meet in every order.
 */
const most = Number(process.env['TEST_DELAYS'] ?? 0);
const { acquire } = RolePool.prototype;
/** Tests replace the timers. */
const later = setTimeout;

Object.assign(RolePool.prototype, {
  acquire: async function acquireLate(this: RolePool, ...given: unknown[]): Promise<RoleConnection> {
    if (most > 0 && randomInt(2) === 0) await new Promise((resume) => void later(resume, randomInt(most)));
    return await (Reflect.apply(acquire, this, given) as Promise<RoleConnection>);
  },
});
