import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { brokenPromises, readSlots, releasedSlots, slotsOf } from '#test/api-of-release.ts';
import type { ApiDocument } from '#test/api-of-release.ts';
import { PASSWORD, withWorld } from '#test/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const ORIGIN = 'https://www.example.com';

type Content = { content: Record<string, object> };
type Operation = {
  operationId: string;
  security: object[];
  requestBody?: Content;
  responses: Record<string, { $ref?: string } & Partial<Content>>;
};

const { app, world } = await withWorld();
let address: string;
let text: string;
before(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/api`;
  text = await (await fetch(`${address}/docs/json`)).text();
});

const operations = (): Map<string, Operation> => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );
  return new Map(entries);
};

test('the document passes the recommended rules of its linter, and every tag has a description', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'operation-tag-defined': 'error', 'tag-description': 'error' },
  });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  const inWords = problems.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.pointer].join(' '),
  );
  assert.deepEqual(inWords, []);
});

test('every endpoint is included, named by its place in the contract', () => {
  const found = operations();
  const names = new Set([...found.values()].map(({ operationId }) => operationId));
  assert.deepEqual([found.size, names.size], [ENDPOINTS.length, ENDPOINTS.length]);
  assert.equal(found.get('GET /leads')?.operationId, 'leadsList');
  assert.equal(found.get('PATCH /leads/{id}/status')?.operationId, 'leadsSetStatus');
  assert.equal(found.get('GET /dashboard')?.operationId, 'dashboardGet');
});

test('the document states what a call needs and every refusal it can return', () => {
  const found = operations();
  const of = (call: string) => {
    const { security = [], responses = {} } = found.get(call) ?? {};
    return [security, Object.keys(responses).join(' ')];
  };
  assert.deepEqual(of('GET /health'), [[], '200 429 500 503 504']);
  assert.deepEqual(of('POST /auth/login'), [[], '200 400 401 409 413 415 422 429 500 503 504']);
  assert.deepEqual(of('POST /public/leads'), [
    [{ apiKey: [] }],
    '201 400 401 403 409 413 415 422 429 500 503 504',
  ]);
  assert.deepEqual(of('GET /leads/{id}'), [[{ bearer: [] }], '200 401 403 404 429 500 503 504']);
  assert.deepEqual(of('PUT /leads/{id}'), [
    [{ bearer: [] }],
    '200 400 401 403 404 409 412 413 415 422 429 500 503 504',
  ]);
  for (const [call, { responses }] of found)
    for (const [status, { $ref }] of Object.entries(responses))
      assert.ok(Number(status) < 400 || $ref?.startsWith('#/components/responses/'), `${call} ${status}`);
});

test('the document names the other types of content that calls take and return', () => {
  const found = operations();
  const of = (call: string) => {
    const { requestBody, responses } = found.get(call) ?? {};
    return [requestBody?.content, responses?.[200]?.content].map((content) => Object.keys(content ?? {}));
  };
  const json = 'application/json';
  assert.deepEqual(of('POST /leads/import'), [[json, 'multipart/form-data'], [json]]);
  assert.deepEqual(of('GET /leads/export'), [
    [],
    ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ]);
  assert.deepEqual(of('POST /public/sources/{id}'), [[json, 'application/x-www-form-urlencoded'], [json]]);
  assert.deepEqual(found.get('POST /public/sources/{id}')?.security, [{ sourceKey: [] }, {}]);
});

test('a named schema occurs once', () => {
  const { schemas } = (JSON.parse(text) as { components: { schemas: Record<string, object> } }).components;
  const shapes = Object.entries(schemas).filter(([, schema]) => 'properties' in schema);
  assert.ok(shapes.length >= 50);
  for (const [name, schema] of shapes) assert.equal(text.split(JSON.stringify(schema)).length - 1, 1, name);
});

test('an endpoint with two paths behaves the same on both, and needs a sign-in on both', async () => {
  const { token, clientId } = world.alpha.rep;
  for (const [first, second] of [
    ['/dashboard/', '/dashboard'],
    [`/configurations/tenant/${clientId}`, `/configurations/${clientId}/lead_config`],
  ]) {
    const [one, other, nobody] = await Promise.all(
      [first, second, second].map(
        async (path, index) =>
          await fetch(address + path, index < 2 ? { headers: { authorization: `Bearer ${token}` } } : {}),
      ),
    );
    assert.deepEqual([one?.status, other?.status, nobody?.status], [200, 200, 401], second);
    assert.deepEqual(await other?.json(), await one?.json());
  }
});

test('what the last release accepted and returned still holds', () => {
  const broken = brokenPromises(releasedSlots(), slotsOf(JSON.parse(text) as ApiDocument));
  assert.deepEqual(broken, [], 'Deprecate the call and add another; see CONTRIBUTING, "A release".');
});

test('removed calls, lost or nullable fields and new required inputs break the last release', () => {
  const of = (...lines: string[]) => readSlots(lines.join('\n'));
  const before = of(
    'in POST /a\t',
    'in POST /a query:x\tstring',
    'in New\tobject',
    'in New.name!\tstring null',
    'out Row.id!\tstring',
  );
  const kept = ['in POST /a\t', 'in New\tobject', 'in New.name!\tstring null'];
  assert.deepEqual(brokenPromises(before, before), []);
  const more = of(...kept, 'in POST /a query:x\tstring', 'out Row.id!\tstring', 'in New.nick\tstring', 'in POST /b\t', 'in POST /b query:y!\tstring', 'out Row.name!\tstring'); // prettier-ignore
  assert.deepEqual(brokenPromises(before, more), []);
  const less = of('in POST /a\t', 'in New\tobject', 'in New.name!\tstring', 'in New.nick!\tstring', 'in POST /a query:z!\tstring', 'out Row.id\tstring null'); // prettier-ignore
  assert.deepEqual(brokenPromises(before, less), [
    'in POST /a query:x is gone.',
    'in New.name can no longer be null.',
    'out Row.id may now be null.',
    'out Row.id may now be missing.',
    'in New.nick is now required.',
    'in POST /a query:z is now required.',
  ]);
});

test('with only the document, a stranger gets types that compile and calls that work', async () => {
  const folder = join(ROOT, 'node_modules/.cache/lms-api');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'api.ts'), await typesOf(text));
  const node = async (...args: string[]) => {
    const run = promisify(execFile)(process.execPath, args, { cwd: ROOT });
    await run.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(stdout + stderr));
  };
  await node('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', '--project', 'test/stranger');
  const body = { client_id: world.alpha.id, allowed_origins: [ORIGIN] };
  const key = await app.call(apiKeys.create, { body }, world.alpha.admin.token);
  const { email } = world.alpha.rep;
  await node('test/stranger/stranger.ts', address, email, PASSWORD, key.body.data.api_key, ORIGIN);
});

/**
 * The generator needs the compiler's API, which TypeScript 7 does not have, so it gets that of TypeScript 5.
 */
async function typesOf(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
  });
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  hooks.deregister();
  return astToString(await openapiTS(document, { defaultNonNullable: false }));
}
