import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import * as z from 'zod/mini';
import { FEATURES } from '#shared/protocol/api.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { openApi } from '#server/http/openapi/openapi.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const old = endpoint({
  method: 'GET',
  path: '/old',
  permission: 'public',
  tag: 'Leads',
  summary: 'An old call',
  query: z.object({ fail: z.optional(z.string()) }),
  data: z.object({}),
  deprecated: { since: '2027-01-31', until: '2028-02-29', instead: 'Use `GET /new`.' },
});
const current = endpoint({ ...old, path: '/new', deprecated: undefined });

test('every response of a deprecated call names the days since and until, and no other does', async () => {
  const app = fastify();
  const server = unchecked<Server>({ app, served: new Set() });
  serve(server, old, async ({ query }) => {
    if (query.fail) throw new Error('as asked');
    return await Promise.resolve({ data: {} });
  });
  serve(server, current, async () => await Promise.resolve({ data: {} }));
  const told = async (path: string) => {
    const { statusCode, headers } = await app.inject(path);
    return [statusCode, headers['deprecation'], headers['sunset'], headers['link']];
  };
  const days = [
    '@1801353600',
    'Tue, 29 Feb 2028 00:00:00 GMT',
    '</api/docs>; rel="deprecation"; type="text/html"',
  ];
  assert.deepEqual(await told('/old'), [200, ...days]);
  assert.deepEqual(await told('/old?fail=1'), [500, ...days]);
  assert.deepEqual(await told('/new'), [200, undefined, undefined, undefined]);
  await app.close();
});

test('the OpenAPI document marks a deprecated call and names its replacement', async () => {
  const { paths } = unchecked<{
    paths: Record<string, { get: { deprecated?: boolean; description: string } }>;
  }>(await openApi({ ...FEATURES, samples: { old, current } }));
  assert.equal(paths['/old']?.get.deprecated, true);
  assert.match(paths['/old'].get.description, /Deprecated, until 2028-02-29\. Use `GET \/new`\.$/);
  assert.equal(paths['/new']?.get.deprecated, undefined);
});
