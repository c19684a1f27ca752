import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { auth } from '#shared/accounts/auth.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { sources } from '#shared/company/sources.ts';
import type { SourceKind } from '#shared/company/sources.ts';
import { openCore } from '#server/db/system-scope.ts';
import { withApp } from '#test/app.ts';
import { createPerson, createTestClient } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';
import { RATES } from './rate-limits.ts';
import type { RateName, Rates } from './rate-limits.ts';

const ORIGIN = 'https://www.example.com';
const ADDRESS = '192.0.2.7';

/** Lower rates where reaching the limit takes long; the others unchanged. */
const LOWERED: Rates = {
  ...RATES,
  reads: { ...RATES.reads, most: 100 },
  clientReads: { ...RATES.clientReads, most: 250 },
  clientWrites: { ...RATES.clientWrites, most: 150 },
  deadTokens: { ...RATES.deadTokens, most: 50 },
  sourceCalls: { ...RATES.sourceCalls, most: 40 },
  clientKilobytes: { ...RATES.clientKilobytes, most: 20_000 },
  deliveries: { ...RATES.deliveries, most: 30 },
  sourceEvents: { ...RATES.sourceEvents, most: 60 },
  imports: { ...RATES.imports, most: 5 },
};
/** Counted per day or hour and tested in `daily-rates.test.ts` and `contact-details.test.ts`. */
type Longer = 'sourceLeads' | 'keyLeads' | 'contactDetails';
const LONGER: readonly string[] = ['sourceLeads', 'keyLeads', 'contactDetails'] satisfies Longer[];

const app = await withApp({ rates: LOWERED });
let beta: TestClient;
before(async () => {
  beta = await createTestClient(app, 'beta');
});

let clients = 0;
const newClient = async () => {
  clients += 1;
  return await createTestClient(app, `client_${clients}`);
};

type Answer = { status: number; headers: Record<string, unknown>; body: { message: string } };
type Try = () => Promise<Answer>;
/** The call that uses up a rate, and one by another caller that still works. */
type Case = { spend: Try; other: Try };

const read = async (person: Person): Promise<Answer> =>
  await app.call(leads.get, { params: { id: person.id } }, person.token);
const write = async (person: Person): Promise<Answer> =>
  await app.call(leads.create, { body: {} }, person.token);
const stranger = async (token: string, from: string): Promise<Answer> =>
  await app.call(auth.me, { from }, token);
const website = async (key: string, from: string): Promise<Answer> =>
  await app.call(publicLeads.create, { body: {}, headers: { origin: ORIGIN, 'x-api-key': key }, from });

async function newKey(client: TestClient): Promise<string> {
  const body = { client_id: client.id, allowed_origins: [ORIGIN] };
  return (await app.call(apiKeys.create, { body }, client.admin.token)).body.data.api_key;
}

/** A team so large that no user exceeds their own rate. */
async function team(name: 'clientReads' | 'clientWrites'): Promise<Try> {
  const client = await newClient();
  const alone = name === 'clientReads' ? 'reads' : 'writes';
  const size = Math.ceil(LOWERED[name].most / LOWERED[alone].most) + 1;
  const people: Person[] = [];
  for (let one = 0; one < size; one += 1) people.push(await createPerson(app, 'salesrep', client.id));
  let turn = 0;
  return async () => {
    turn += 1;
    const person = people[turn % size] ?? assert.fail();
    return name === 'clientReads' ? await read(person) : await write(person);
  };
}

/** Deliveries to a new source, each from another address. */
async function newSource(
  { admin }: TestClient,
  nextAddress: () => string,
  kind: SourceKind = 'other',
): Promise<Try> {
  const body = { kind, name: 'Shop' };
  const { id, secret } = (await app.call(sources.create, { body }, admin.token)).body.data;
  return async () =>
    await app.call(sourcePosts.receiveLink, {
      params: { id, secret },
      query: { phone: '9876543210' },
      from: nextAddress(),
    });
}

/** Tokens without a session, a new one each time. */
let invented = 0;
const inventedToken = () => {
  invented += 1;
  return `lat_${String(invented).padStart(65, 'A')}`;
};

const CASES: Record<Exclude<RateName, Longer>, () => Promise<Case>> = {
  reads: async () => {
    const { rep, otherRep } = await newClient();
    return { spend: () => read(rep), other: () => read(otherRep) };
  },
  writes: async () => {
    const { rep, otherRep } = await newClient();
    return { spend: () => write(rep), other: () => write(otherRep) };
  },
  clientReads: async () => ({ spend: await team('clientReads'), other: () => read(beta.rep) }),
  clientWrites: async () => ({ spend: await team('clientWrites'), other: () => write(beta.rep) }),
  clientKilobytes: async () => {
    const { schema, manager } = await newClient();
    await app.database.asOwner(async (owner) => {
      await owner.query(`INSERT INTO ${schema}.leads (id, name, notes)
        SELECT gen_random_uuid(), 'Lead ' || i, repeat('x', 20000) FROM generate_series(1, 100) i`);
    });
    const page = async () => await app.call(leads.list, { query: { limit: 100, page: 1 } }, manager.token);
    return { spend: page, other: () => read(beta.rep) };
  },
  deadTokens: async () => ({
    spend: () => stranger(inventedToken(), ADDRESS),
    // A signed-in user at the same address.
    other: () => stranger(beta.rep.token, ADDRESS),
  }),
  keyCalls: async () => {
    const [one, other] = [await newKey(await newClient()), await newKey(beta)];
    return { spend: () => website(one, ADDRESS), other: () => website(other, ADDRESS) };
  },
  deliveries: async () => ({
    spend: await newSource(await newClient(), () => ADDRESS),
    other: await newSource(beta, () => '192.0.2.14'),
  }),
  sourceCalls: async () => {
    let sent = 0;
    const nextAddress = () => `198.51.100.${(sent += 1)}`;
    const [one, other] = [
      await newSource(await newClient(), nextAddress),
      await newSource(beta, nextAddress),
    ];
    return { spend: one, other };
  },
  sourceEvents: async () => {
    let sent = 0;
    const nextAddress = () => `198.51.101.${(sent += 1)}`;
    return {
      spend: await newSource(await newClient(), nextAddress, 'twilio'),
      other: await newSource(beta, nextAddress, 'twilio'),
    };
  },
  rings: async () => {
    const { rep } = await newClient();
    const ring = async (person: Person) =>
      await app.call(phoneCalls.ring, { params: { id: person.id }, body: {} }, person.token);
    return { spend: () => ring(rep), other: () => ring(beta.rep) };
  },
  wrongKeys: async () => ({
    spend: () => website('lmk_wrong', '192.0.2.8'),
    other: () => website('lmk_wrong', '192.0.2.9'),
  }),
  imports: async () => {
    const { rep } = await newClient();
    const upload = async (person: Person) =>
      await app.call(leadImport.preview, { body: { leads: [] } }, person.token);
    return { spend: () => upload(rep), other: () => upload(beta.rep) };
  },
  exports: async () => ({
    spend: async () => await app.call(leadExport.run, {}, beta.manager.token),
    other: async () => await app.call(leadExport.run, {}, beta.otherRep.token),
  }),
};

/** The documentation of each rate: rows of the table in docs/security.md. */
const ROWS: Record<RateName, string> = {
  reads: '| reading requests | 600 | user',
  writes: '| changing requests | 120 | user',
  clientReads: '| reading requests of a company | 6,000 | client',
  clientWrites: '| changing requests of a company | 1,200 | client',
  clientKilobytes: '| megabytes of JSON answered | 600 | client',
  deadTokens: '| tokens that belong to no living session | 300 | address',
  keyCalls: '| leads sent with an API key | 60 | key',
  deliveries: '| deliveries to sources | 1,200 | address',
  sourceCalls: '| deliveries to a source | 120 | source',
  sourceEvents: '| events of a telephone system | 1,200 | source',
  rings: '| calls begun from the page | 10 | user',
  sourceLeads: '| leads of a source, within a day | 10,000 | source',
  keyLeads: '| leads of an API key, within a day | 10,000 | key',
  wrongKeys: '| wrong keys, and keys in addresses | 20 | address',
  imports: '| imports and checks of files begun | 60 | client',
  contactDetails: '| masked contact details shown, an hour | 120 | user',
  exports: '| exports begun | 6 | user',
};

test('the documentation states every rate', () => {
  const file = new URL('../../../docs/security.md', import.meta.url);
  const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
  for (const [name, { most }] of Object.entries(RATES)) {
    const row = ROWS[name as RateName];
    assert.ok(text.includes(row), row);
    const said = Number(/\| ([\d,]+) \|/.exec(row)?.[1]?.replace(',', ''));
    assert.equal(name === 'clientKilobytes' ? said * 1024 : said, most, name);
  }
});

for (const [name, { most, words }] of Object.entries(LOWERED).filter(([rate]) => !LONGER.includes(rate))) {
  test(`${name}: the first request over the limit in a minute is refused with a message, and nobody else is`, async () => {
    const { spend, other } = await (
      CASES[name as keyof typeof CASES] ?? assert.fail(`${name} has no test.`)
    )();
    let answer = await spend();
    let sent = 1;
    for (; answer.status !== 429 && sent <= most; sent += 1) answer = await spend();
    assert.equal(answer.status, 429, `${sent} were answered`);
    assert.equal(answer.body.message, words);
    const wait = Number(answer.headers['retry-after']);
    assert.ok(wait >= 1 && wait <= 60, String(wait));
    if (name !== 'clientKilobytes') assert.equal(sent, most + 1);
    assert.notEqual((await other()).status, 429);
  });
}

test('reads continue when writes are refused', async () => {
  const person = await createPerson(app, 'salesrep', beta.id);
  while ((await write(person)).status !== 429);
  assert.equal((await read(person)).status, 404);
});

test('invented tokens or keys from one address soon cost neither a database query nor an audit line', async () => {
  const from = '192.0.2.11';
  const inAddress = async () =>
    await app.app.inject({ method: 'POST', url: '/api/public/leads?api_key=x', remoteAddress: from });
  const lines = async () =>
    (
      await openCore(app.database)
        .selectFrom('core.audit')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('action', '=', 'api_key_in_address')
        .executeTakeFirstOrThrow()
    ).count;
  const statuses: number[] = [];
  for (let sent = 0; sent < RATES.wrongKeys.most + 5; sent += 1)
    statuses.push((await inAddress()).statusCode);
  assert.deepEqual(statuses.slice(-6), [400, 429, 429, 429, 429, 429]);
  assert.equal(await lines(), RATES.wrongKeys.most);
});

test('requests to unknown endpoints are counted too', async () => {
  const from = '192.0.2.12';
  const statuses: number[] = [];
  for (let sent = 0; sent <= LOWERED.reads.most; sent += 1)
    statuses.push(
      (await app.app.inject({ method: 'GET', url: '/api/nothing', remoteAddress: from })).statusCode,
    );
  assert.deepEqual(statuses.slice(-2), [404, 429]);
});
