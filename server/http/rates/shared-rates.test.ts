import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { Announcement } from '#server/db/announce/announcements.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { RATES, RateLimits } from './rate-limits.ts';
import { shareRates } from './shared-rates.ts';

test('each lead of a daily rate is announced to the other processes, and a rate per minute only for busy callers', async () => {
  const app = Fastify();
  const limits = new RateLimits(RATES);
  const { promise: told, resolve } = Promise.withResolvers<Announcement>();
  const announcements = {
    subscribe: () => () => undefined,
    announce: async (said: Announcement) => await Promise.resolve(resolve(said)),
  };
  shareRates(app, limits, RATES, unchecked({ announcements, ownWrites: { id: 'this' } }));
  for (const name of ['reads', 'keyLeads', 'contactDetails'] as const) await limits.count(name, 'asha');
  const said = await told;
  assert.deepEqual(said.type === 'counted' && said.counts.map(([name]) => name), [
    'keyLeads',
    'contactDetails',
  ]);
  await app.close();
});
