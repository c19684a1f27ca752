import assert from 'node:assert/strict';
import { leads } from '#shared/leads/leads.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { sources } from '#shared/company/sources.ts';
import type { Outcome, SourceDelivery, SourceKind } from '#shared/company/sources.ts';
import type { TestApp } from '#test/app.ts';
import type { TestClient } from '#test/world.ts';

export type Made = { id: string; secret: string };

/** A client's sources, as its users and portals use them. */
export function sourcesOf(app: TestApp, shop: TestClient) {
  const log = async ({ id }: Made): Promise<SourceDelivery[]> =>
    (await app.call(sources.deliveries, { params: { id } }, shop.admin.token)).body.data.deliveries;
  return {
    log,
    make: async (kind: SourceKind, more: object = {}): Promise<Made> => {
      const body = { kind, name: 'Portal', ...more };
      const reply = await app.call(sources.create, { body }, shop.admin.token);
      assert.equal(reply.status, 201, reply.text);
      return reply.body.data;
    },
    post: async (params: Made, body: unknown) => await app.call(sourcePosts.receiveAt, { params, body }),
    update: async ({ id }: Made, body: object) =>
      await app.call(sources.update, { params: { id }, body }, shop.admin.token),
    outcomes: async (made: Made): Promise<Outcome[]> => (await log(made)).map(({ outcome }) => outcome),
    leadsOf: async () =>
      (await app.call(leads.list, { query: { page: '1', limit: '100' } }, shop.manager.token)).body.data,
    again: async ({ id }: Made, delivery_id = '') =>
      await app.call(sources.tryAgain, { params: { id }, body: { delivery_id } }, shop.admin.token),
  };
}
