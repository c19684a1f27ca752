import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { auth } from '#shared/accounts/auth.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { JsonImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { profile } from '#shared/accounts/profile.ts';
import { assertDocumented } from '#test/app.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { inputsOf } from '#test/calls/arbitrary.ts';
import { assertRefusal } from '#test/calls/error-body.ts';
import { followUpErrors } from '#test/rows/follow-ups.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';

/** Calls that end the caller's own session, or all sessions of a client, get no token or unknown ids. */
const ENDING: readonly Endpoint[] = [auth.logout];

const { app, world } = await withWorld();
let leadId: string;

const successes = new Map<Endpoint, number>();
/** The endpoints that get most calls, and that must accept some of them. */
const MAIN: readonly Endpoint[] = [
  leads.list,
  leads.create,
  leads.update,
  leads.setScore,
  leads.assign,
  profile.update,
];
function runsOf(endpoint: Endpoint): number {
  if (MAIN.includes(endpoint)) return 50;
  if (endpoint.upload) return 4;
  return endpoint.method === 'GET' && !endpoint.query ? 5 : 20;
}

function idOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const nobody = fc.constantFrom('00000000-0000-7000-8000-00000000dead', 'x', '', '%00', '..', 'null');
  return endpoint.path.startsWith('/leads')
    ? fc.oneof({ weight: 4, arbitrary: fc.constant(leadId) }, nobody)
    : nobody;
}

for (const endpoint of ENDPOINTS) {
  const { method, path, query, body, upload } = endpoint;
  test(`${method} ${path} responds to anything with a valid success or a refusal with a message`, async () => {
    // A body that changes the caller's password or email must not lock the other callers out.
    const caller = path.startsWith('/auth') ? await createPerson(app, 'superadmin', null) : world.superadmin;
    const ids = [
      path.startsWith('/leads') && method === 'POST' ? world.alpha.rep.id : world.alpha.id,
      world.alpha.rep.id,
    ];
    leadId = (await createLead(app, world.alpha.rep)).id;
    // Calls and reminders name their lead in the body.
    if (body && /^\/(?:call-logs|reminders)$/.test(path)) ids.push(leadId, leadId, leadId);
    const input = fc.record({
      id: idOf(endpoint),
      query: query ? inputsOf(query, ids) : fc.constant({}),
      body: body ? inputsOf(body, ids) : upload ? inputsOf(JsonImport, ids) : fc.constant(undefined),
      as: fc.constantFrom(caller, world.alpha.rep),
    });
    await fc.assert(
      fc.asyncProperty(input, async (sent) => {
        const search = new URLSearchParams(
          Object.entries(sent.query as object).map(([key, value]): [string, string] => [
            key,
            typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
          ]),
        );
        if (upload || endpoint === leads.create) search.set('clientId', world.alpha.id);
        const token = path.startsWith('/auth') ? caller.token : sent.as.token;
        const payload = sent.body === undefined ? undefined : JSON.stringify(sent.body);
        const reply = await app.app.inject({
          method: method as 'POST',
          url: `/api${path.replaceAll(/:\w+/g, encodeURIComponent(sent.id))}?${search}`,
          headers: {
            ...(!ENDING.includes(endpoint) && { authorization: `Bearer ${token}` }),
            ...(payload !== undefined && { 'content-type': 'application/json' }),
          },
          ...(payload !== undefined && { payload }),
        });
        assertAnswer(endpoint, reply, JSON.stringify(sent).slice(0, 500));
      }),
      { numRuns: runsOf(endpoint), endOnFailure: upload === true },
    );
  });
}

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string };

function assertAnswer(endpoint: Endpoint, reply: Answer, where: string): void {
  assert.match(String(reply.headers['x-request-id']), /^[0-9a-f-]{36}$/, where);
  assertDocumented(endpoint, reply.statusCode);
  // A provider's callback leads everybody to the sign-in page.
  if (endpoint === companySignIn.callback && reply.statusCode === 303) return;
  if (reply.statusCode >= 300) return assertRefusal(reply, where);
  successes.set(endpoint, (successes.get(endpoint) ?? 0) + 1);
  assert.equal(reply.statusCode, endpoint.status ?? 200, where);
  if (endpoint.file) return;
  const answer = JSON.parse(reply.body) as { success: boolean; data: unknown; pagination?: unknown };
  assert.equal(answer.success, true);
  const parsed = endpoint.data.safeParse(answer.data);
  assert.ok(parsed.success, `${where}: ${JSON.stringify(parsed.error?.issues)}`);
  assert.equal(answer.pagination !== undefined, endpoint.paginated === true);
}

test('some requests to the main endpoints succeeded', () => {
  for (const endpoint of MAIN)
    assert.ok(
      (successes.get(endpoint) ?? 0) >= 1,
      `${endpoint.method} ${endpoint.path} succeeded ${successes.get(endpoint)} times`,
    );
});

test('after all of it the counters match the leads', async () => {
  assert.deepEqual([await countingErrors(app, world.alpha), await countingErrors(app, world.beta)], [[], []]);
});

test('and every follow-up date is the earliest open reminder', async () => {
  for (const { schema } of [world.alpha, world.beta]) assert.deepEqual(await followUpErrors(app, schema), []);
});
