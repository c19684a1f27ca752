import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { leads } from '#shared/leads/leads.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { sources } from '#shared/company/sources.ts';
import type { SourceDelivery } from '#shared/company/sources.ts';
import { indianTime } from '#server/features/sources/read-portals.ts';
import { startSources } from '#server/features/sources/source-jobs.ts';
import { claimPull, listToldClients } from '#server/features/sources/source-work.queries.ts';
import { forgetDeliveries } from '#server/features/sources/source-log.queries.ts';
import { INDIAMART, LEADGEN, startPortals } from '#test/outside/portals.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

const TOKEN = 'EAAG-page-token';
const APP_SECRET = 'app-secret-of-facebook';
const SHORT = { timeLimit: 60_000, waits: [0.01, 0.01], pace: 300, sweep: 100 };

const { app } = await withWorld();
const portals = await startPortals();
after(portals.close);
const stops: (() => Promise<void>)[] = [];
afterEach(async () => void (await Promise.all(stops.splice(0).map(async (stop) => await stop()))));
let shop: TestClient;
let numbers = 0;
beforeEach(async () => {
  numbers += 1;
  portals.answer({});
  shop = await createTestClient(app, `jobs_${numbers}`);
});

const start = () => {
  const at = { graph: portals.url, indiaMart: portals.url };
  stops.push(startSources(app.database, at, pino({ level: 'silent' }), SHORT));
};
const make = async (body: object) => {
  const reply = await app.call(sources.create, { body: { name: 'Portal', ...body } }, shop.admin.token);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data;
};
const log = async (id: string): Promise<SourceDelivery[]> =>
  (await app.call(sources.deliveries, { params: { id } }, shop.admin.token)).body.data.deliveries;
const leadsOf = async () => (await app.call(leads.list, {}, shop.manager.token)).body.data;
const facebook = async () =>
  await make({ kind: 'facebook', credentials: { app_secret: APP_SECRET, page_token: TOKEN } });

async function tell(id: string, body: object, secret = APP_SECRET) {
  const payload = JSON.stringify(body);
  const signature = createHmac('sha256', secret).update(payload).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  return await app.app.inject({ method: 'POST', url: `/api/public/sources/${id}`, headers, payload });
}

/** Returns the result of `look` once it satisfies `isSo`; looks again after each change of a source. */
async function until<T>(look: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const changed = Promise.withResolvers<void>();
    const end = app.database.announcements.subscribe((said) => {
      if (said.type === 'changed' && said.kinds.includes('sources')) changed.resolve();
    });
    const found = await look();
    if (!isSo(found)) await changed.promise;
    end();
    if (isSo(found)) return found;
  }
}
const untilLog = async (id: string, isSo: (list: SourceDelivery[]) => boolean) =>
  await until(async () => await log(id), isSo);
const untilPulled = async (id: string, words: string) =>
  await until(
    async () => await row(id),
    (found) => found?.pull_outcome === words,
  );

test('a page is connected by its challenge, and a signed notice becomes the lead fetched from Facebook', async () => {
  const { id, secret } = await facebook();
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': secret, 'hub.challenge': '1158201444' };
  const verified = await app.call(sourcePosts.verify, { params: { id }, query });
  assert.deepEqual([verified.status, verified.text], [200, '1158201444']);
  const foreign = { ...query, 'hub.verify_token': 'guessed' };
  assert.equal((await app.call(sourcePosts.verify, { params: { id }, query: foreign })).status, 404);
  assert.equal((await tell(id, LEADGEN, 'another secret')).statusCode, 404);
  start();
  assert.equal((await tell(id, LEADGEN)).statusCode, 200);
  const [line] = await untilLog(id, ([first]) => first?.outcome === 'new_lead');
  const [lead, ...others] = await leadsOf();
  assert.deepEqual([others, line?.lead?.id], [[], lead?.id]);
  assert.deepEqual(
    [lead?.name, lead?.email, lead?.phone, lead?.source, lead?.campaign_id, lead?.form_id],
    ['Nila Das', 'nila@example.com', '+919811112222', 'Facebook', 'Monsoon', '998877665544'],
  );
  assert.equal(
    lead?.notes,
    'How many rooms?: 3\nAd: Sofa ad\nSubmitted: 2026-11-20T10:12:13+0000\nPlatform: Instagram',
  );
  const [asked] = portals.asked;
  assert.equal(asked?.path.split('?')[0], '/v23.0/44445555666677778888');
  assert.deepEqual([asked?.authorization, asked?.path.includes(TOKEN)], [`Bearer ${TOKEN}`, false]);
  // The same notice again refers to the same lead.
  await tell(id, LEADGEN);
  await untilLog(id, ([first]) => first?.outcome === 'known');
  assert.equal((await leadsOf()).length, 1);
});

test('a lead that Facebook fails to return is retried, and a refused token is reported', async () => {
  const { id } = await facebook();
  const busy: [status: number, body: object][] = [
    [500, { error: { code: 2, message: 'Service temporarily unavailable' } }],
    [400, { error: { code: 80_005, message: 'Too many calls' } }],
    [500, { error: { code: 2, message: 'Service temporarily unavailable' } }],
  ];
  portals.answer({ graph: () => busy[portals.asked.length - 1] ?? assert.fail() });
  start();
  await tell(id, LEADGEN);
  const [failed] = await untilLog(id, ([first]) => first?.outcome === 'failed');
  assert.equal(failed?.reason, 'Facebook answered: Service temporarily unavailable');
  assert.equal(portals.asked.length, 3);
  portals.answer({ graph: () => [400, { error: { code: 190, message: 'Session has expired' } }] });
  const again = { params: { id }, body: { delivery_id: failed?.id ?? '' } };
  await app.call(sources.tryAgain, again, shop.admin.token);
  const refused = await untilLog(id, ([first]) => first?.reason?.includes('page access token') ?? false);
  assert.deepEqual([refused[0]?.outcome, portals.asked.length], ['failed', 1]);
  portals.answer({});
  await app.call(sources.tryAgain, again, shop.admin.token);
  await untilLog(id, ([first]) => first?.outcome === 'new_lead');
});

test('IndiaMART is polled with the key at its pace, resumes where it ended, and reports the outcome', async () => {
  const unreadable = { UNIQUE_QUERY_ID: '2312345679', SENDER_NAME: 'Asha', REACH: '98450 12345' };
  const listing = { CODE: 200, STATUS: 'SUCCESS', RESPONSE: [INDIAMART.RESPONSE, unreadable] };
  portals.answer({ indiaMart: () => [200, listing] });
  const { id } = await make({ kind: 'indiamart', credentials: { crm_key: 'mR2-key' } });
  // Two processes at once.
  start();
  start();
  await untilPulled(id, '2 enquiries were read.');
  const outcomes = async () => (await log(id)).map(({ outcome }) => outcome);
  assert.deepEqual([await outcomes(), portals.asked.length], [['refused', 'new_lead'], 1]);
  const first = new URL(portals.asked[0]?.path ?? '', portals.url).searchParams;
  assert.equal(first.get('glusr_crm_key'), 'mR2-key');
  assert.match(first.get('start_time') ?? '', /^\d\d-[A-Z][a-z]{2}-\d{4}\d\d:\d\d:\d\d$/);
  // The next poll, which the pace allows five minutes later: known and refused enquiries add no line to the log.
  // One whose id is another's value is neither.
  listing.RESPONSE.push({ ...unreadable, UNIQUE_QUERY_ID: unreadable.REACH });
  await due(id);
  await untilPulled(id, '3 enquiries were read.');
  assert.equal(portals.asked.length, 2);
  const next = new URL(portals.asked[1]?.path ?? '', portals.url).searchParams;
  assert.ok(next.get('start_time') !== first.get('start_time'));
  portals.answer({ indiaMart: () => [200, { CODE: 401, STATUS: 'Failed', MESSAGE: 'Invalid key' }] });
  await due(id);
  await untilPulled(id, 'IndiaMART refuses the CRM key. Enter a new one.');
  const refused = ['refused', 'refused', 'new_lead'];
  assert.deepEqual([await outcomes(), (await leadsOf()).length], [refused, 1]);
  await app.call(sources.update, { params: { id }, body: { mapping: { REACH: 'phone' } } }, shop.admin.token);
  const again = { params: { id }, body: { delivery_id: (await log(id))[0]?.id ?? '' } };
  assert.equal((await app.call(sources.tryAgain, again, shop.admin.token)).status, 200);
  assert.deepEqual([await outcomes(), (await leadsOf()).length], [['new_lead', 'refused', 'new_lead'], 2]);
});

const row = async (id: string) =>
  (await app.call(sources.list, {}, shop.admin.token)).body.data.sources.find((each) => each.id === id);
const due = async (id: string) =>
  await app.database.asOwner(
    async (owner) => await owner.query('UPDATE core.sources SET pull_at = now() WHERE id = $1', [id]),
  );

test('credentials appear in no response, and in no backup in clear text', async () => {
  const { id } = await facebook();
  const listed = await app.call(sources.list, {}, shop.admin.token);
  assert.deepEqual((await row(id))?.credentials.toSorted(), ['app_secret', 'page_token']);
  const stored = await ownerRows(app, 'SELECT s::text AS text FROM core.sources s WHERE id = $1', [id]);
  for (const text of [listed.text, JSON.stringify(stored)])
    for (const secret of [TOKEN, APP_SECRET]) assert.ok(!text.includes(secret));
  const body = { credentials: { crm_key: 'x' } };
  assert.equal((await app.call(sources.update, { params: { id }, body }, shop.admin.token)).status, 422);
  const empty = { credentials: { page_token: null } };
  await app.call(sources.update, { params: { id }, body: empty }, shop.admin.token);
  assert.deepEqual((await row(id))?.credentials, ['app_secret']);
});

test('deliveries are stored for 60 days', async () => {
  const made = await make({ kind: 'other' });
  for (const days of [59, 61]) {
    await app.call(sourcePosts.receiveAt, { params: made, body: { days } });
    await app.database.asOwner(
      async (owner) =>
        await owner.query(
          `UPDATE ${shop.schema}.source_deliveries SET at = now() - make_interval(days => $1) WHERE received LIKE $2`,
          [days, `%${days}%`],
        ),
    );
  }
  await forgetDeliveries(app.database, new AbortController().signal);
  assert.equal((await log(made.id)).length, 1);
});

test('times are sent to IndiaMART in Indian time', () => {
  assert.equal(indianTime(new Date('2026-12-31T19:00:05Z')), '01-Jan-202700:30:05');
});

test('Facebook is asked for every field that is read, with proof that the app knows its secret', async () => {
  const { id } = await facebook();
  start();
  await tell(id, LEADGEN);
  await untilLog(id, ([first]) => first?.outcome === 'new_lead');
  const { pathname, searchParams } = new URL(portals.asked[0]?.path ?? '', portals.url);
  assert.equal(pathname, '/v23.0/44445555666677778888');
  assert.deepEqual(Object.fromEntries(searchParams), {
    fields: 'id,created_time,field_data,form_id,campaign_id,campaign_name,ad_name,adset_name,platform',
    appsecret_proof: createHmac('sha256', APP_SECRET).update(TOKEN).digest('hex'),
  });
});

test('IndiaMART is polled since the last response, for at most one day', async () => {
  const { id } = await make({ kind: 'indiamart', credentials: { crm_key: 'mR2-key' } });
  const minute = 60_000;
  const day = 24 * 60 * minute;
  const time = (text: string) => {
    const [, date = '', month = '', year = '', clock = ''] =
      /^(\d\d)-(\w{3})-(\d{4})([\d:]{8})$/.exec(text) ?? [];
    return Date.parse(`${date} ${month} ${year} ${clock} GMT+0530`);
  };
  start();
  for (const [days, asked] of [
    [undefined, day],
    [1 / 24, day / 24 + 5 * minute],
    [30, day],
  ] as const) // prettier-ignore
  {
    const since = days === undefined ? null : new Date(Date.now() - days * day);
    await untilPulled(id, 'Nothing new.');
    portals.asked.length = 0;
    await app.database.asOwner(
      async (owner) =>
        await owner.query(
          'UPDATE core.sources SET pulled_until = $2, pull_outcome = NULL, pull_at = now() WHERE id = $1',
          [id, since],
        ),
    );
    await portals.until(() => portals.asked.length > 0);
    const { pathname, searchParams } = new URL(portals.asked[0]?.path ?? '', portals.url);
    assert.equal(pathname, '/wservce/crm/crmListing/v2/');
    assert.deepEqual([...searchParams.keys()], ['glusr_crm_key', 'start_time', 'end_time']);
    const [from, to] = [time(searchParams.get('start_time') ?? ''), time(searchParams.get('end_time') ?? '')];
    assert.ok(Math.abs(to - from - asked) < minute, `${days}: ${(to - from) / minute} minutes`);
    const begin = since ? since.getTime() - 5 * minute : Date.now() - day;
    assert.ok(Math.abs(from - begin) < minute, `${days}: from ${new Date(from).toISOString()}`);
  }
});

test('nothing is polled for an inactive client, for a disabled source, or without a key', async () => {
  const set = async (text: string) => await app.database.asOwner(async (owner) => await owner.query(text));
  const { id } = await make({ kind: 'indiamart', credentials: { crm_key: 'mR2-key' } });
  const ofClient = `UPDATE core.clients SET is_active = $ WHERE id = '${shop.id}'`;
  const ofSource = `UPDATE core.sources SET is_active = $ WHERE id = '${id}'`;
  await set(`UPDATE core.sources SET pull_at = 'infinity' WHERE id <> '${id}'`);
  for (const text of [ofClient, ofSource]) {
    await set(text.replace('$', 'false'));
    await due(id);
    assert.equal(await claimPull(app.database, 300), undefined, text);
    await set(text.replace('$', 'true'));
    await due(id);
    assert.equal((await claimPull(app.database, 300))?.id, id, text);
  }
  const body = { credentials: { crm_key: null } };
  await app.call(sources.update, { params: { id }, body }, shop.admin.token);
  await due(id);
  assert.equal(await claimPull(app.database, 300), undefined);
  await facebook();
  assert.ok((await listToldClients(app.database)).includes(shop.id));
  await set(ofClient.replace('$', 'false'));
  assert.ok(!(await listToldClients(app.database)).includes(shop.id));
});
