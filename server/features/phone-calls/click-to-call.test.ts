import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { sources } from '#shared/company/sources.ts';
import { RING_PRESETS } from '#shared/activities/telephony.ts';
import { SCRIPTS } from '#test/outside/call-events.ts';
import { endLostCalls } from '#server/features/phone-calls/lost-ends.queries.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import type { Made } from '#test/outside/sources.ts';
import { giveNumber, sendEvent } from '#test/outside/telephony.ts';
import { putToSleep, wake } from '#server/backup/asleep.ts';
import { createLead, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

type Asked = { url: string; headers: IncomingMessage['headers']; body: string };
const SOUND = Buffer.from('ID3 the sound of a call');
const asked: Asked[] = [];
let answer: (response: ServerResponse, request: IncomingMessage) => void = () => {};
/** A telephone system on this machine. */
const provider = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { url = '', headers } = request;
    asked.push({ url, headers, body: Buffer.concat(parts).toString('utf8') });
    answer(response, request);
  });
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
after(() => {
  provider.closeAllConnections();
  provider.close();
});

const CUSTOMER = '+919845012345';
const AGENT = '+919811100001';
const { app } = await withWorld({ internalTelephony: [origin] });
const twilio = SCRIPTS['twilio'] ?? assert.fail();
let shop: TestClient;
let source: Made;
let shops = 0;

beforeEach(async () => {
  shops += 1;
  asked.length = 0;
  shop = await createTestClient(app, `shop_${shops}`);
  await giveNumber(app, shop, shop.rep, AGENT);
  const preset = RING_PRESETS.twilio ?? assert.fail();
  const ring = {
    ...preset,
    address: `${origin}/Accounts/{{account}}/Calls.json`,
    account: 'AC1',
    caller_id: '+918047112233',
  };
  source = await sourcesOf(app, shop).make('twilio', { ring, credentials: { api_token: 'tok/en' } });
});
const accepts = (sid: string) => (response: ServerResponse) =>
  void response
    .writeHead(201, { 'content-type': 'application/json' })
    .end(JSON.stringify({ sid, status: 'queued' }));
const ring = async (id: string, { token }: Person, key = '') =>
  await app.call(
    phoneCalls.ring,
    { params: { id }, body: {}, ...(key && { headers: { 'idempotency-key': key } }) },
    token,
  );
const logs = async () => (await app.call(callLogs.list, {}, shop.manager.token)).body.data;

test('the preset is filled in, both phones ring once, and the events of the call make its one log', async () => {
  const lead = await createLead(app, shop.rep, { phone: '098450 12345' });
  answer = accepts('CA1');
  const me = async () => (await app.call(auth.me, {}, shop.rep.token)).body.data.user;
  assert.deepEqual([(await me()).ringsPhone, (await me()).agentNumber], [true, AGENT]);
  const [one, again] = [await ring(lead.id, shop.rep, 'key-1'), await ring(lead.id, shop.rep, 'key-1')];
  assert.deepEqual([one.status, one.body.message], [202, 'Your phone is ringing.'], one.text);
  assert.equal(again.body.data.phone_call_id, one.body.data.phone_call_id);
  const [request, ...others] = asked;
  assert.deepEqual(others, []);
  assert.equal(request?.url, '/Accounts/AC1/Calls.json');
  assert.equal(request.headers.authorization, `Basic ${Buffer.from('AC1:tok/en').toString('base64')}`);
  const sent = new URLSearchParams(request.body);
  assert.deepEqual([sent.get('To'), sent.get('From')], [AGENT, '+918047112233']);
  const address = `${app.config.publicUrl}/api/public/sources/${source.id}/${source.secret}`;
  assert.equal(sent.get('StatusCallback'), address);
  assert.match(sent.get('Twiml') ?? '', new RegExp(`>\\${CUSTOMER}</Number>`));
  const events = twilio.script({
    id: 'CA1',
    customer: CUSTOMER,
    agent: AGENT,
    direction: 'outbound',
    seconds: 61,
  });
  for (const event of events.toReversed()) await sendEvent(app, source, event);
  assert.deepEqual(
    (await logs()).map((log) => [log.lead_id, log.user_id, log.call_type, log.seconds, log.duration]),
    [[lead.id, shop.rep.id, 'outbound', 61, 2]],
  );
  const call = (
    await app.call(phoneCalls.get, { params: { id: one.body.data.phone_call_id } }, shop.rep.token)
  ).body.data;
  assert.deepEqual([call.state, call.lead_id, call.agent?.id], ['ended', lead.id, shop.rep.id]);
});

test('events that are faster than the answer belong to the call that was begun', async () => {
  const lead = await createLead(app, shop.rep, { phone: CUSTOMER });
  const events = twilio.script({
    id: 'CA2',
    customer: CUSTOMER,
    agent: AGENT,
    direction: 'outbound',
    seconds: 9,
  });
  const [ringing, ...later] = events;
  answer = (response) => {
    void sendEvent(app, source, ringing ?? assert.fail()).then(() => accepts('CA2')(response));
  };
  const { phone_call_id: id } = (await ring(lead.id, shop.rep)).body.data;
  for (const event of later) await sendEvent(app, source, event);
  const call = (await app.call(phoneCalls.get, { params: { id } }, shop.rep.token)).body.data;
  assert.deepEqual([call.state, call.lead_id, call.seconds], ['ended', lead.id, 9]);
  assert.equal((await logs()).length, 1);
});

test('a customer who calls while the agent calls them has a call of their own', async () => {
  const lead = await createLead(app, shop.rep, { phone: CUSTOMER });
  answer = (response) => response.end('{}');
  await ring(lead.id, shop.rep);
  const body = { CallSid: 'CA9', From: CUSTOMER, To: AGENT, Direction: 'inbound', CallStatus: 'ringing' };
  await sendEvent(app, source, { state: 'ringing', as: 'form', body });
  const { calls } = (await app.call(phoneCalls.current, {}, shop.rep.token)).body.data;
  assert.deepEqual(calls.map(({ direction }) => direction).toSorted(), ['inbound', 'outbound']);
});

test('the form of a call holds until the telephone system tells of its end, which may never come', async () => {
  const lead = await createLead(app, shop.rep, { phone: CUSTOMER });
  answer = (response) => response.end('{}');
  const form = { notes: 'Wants a quote', call_status: 'completed', duration: 12 } as const;
  const save = async (body: object) => {
    const { phone_call_id: id } = (await ring(lead.id, shop.rep)).body.data;
    const saved = await app.call(phoneCalls.update, { params: { id }, body }, shop.rep.token);
    assert.equal(saved.status, 200, saved.text);
  };
  const told = async () =>
    (await logs()).map((log) => `${log.call_status} ${log.duration} ${log.seconds} ${log.notes}`).toSorted();
  await save({ ...form, call_outcome: 'information-gathered' });
  await save({ ...form, notes: 'Asks again' });
  assert.deepEqual(await told(), ['completed 12 null Asks again', 'completed 12 null Wants a quote']);
  // Without the form, comments alone make no log before the end.
  await save({ notes: 'Only a note' });
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE ${shop.schema}.phone_calls SET created_at = now() - interval '121 minutes'`);
  });
  await endLostCalls(app.database);
  assert.deepEqual(await told(), [
    'completed 12 null Asks again',
    'completed 12 null Wants a quote',
    'no-answer 0 null Only a note',
  ]);

  answer = accepts('CA5');
  await save({ ...form, notes: 'Has signed' });
  const call = { id: 'CA5', customer: CUSTOMER, agent: AGENT, direction: 'outbound', seconds: 61 } as const;
  for (const event of twilio.script(call)) await sendEvent(app, source, event);
  assert.equal((await told()).length, 4);
  assert.ok((await told()).includes('completed 2 61 Has signed'));
});

test('a restored installation that is asleep rings nobody, and the page dials', async () => {
  const lead = await createLead(app, shop.rep, { phone: CUSTOMER });
  putToSleep(app.config.dataDir);
  const asleep = await ring(lead.id, shop.rep);
  wake(app.config.dataDir);
  assert.deepEqual([asleep.status, asleep.body.code, asked.length], [409, 'no_telephony', 0], asleep.text);
});

test('a failure is said in a sentence, and leaves no call', async () => {
  const lead = await createLead(app, shop.rep, { phone: CUSTOMER });
  const bare = await createLead(app, shop.rep, { phone: null });
  const said = async (id: string, person = shop.rep) => {
    const { status, body } = await ring(id, person);
    return [status, body.code, body.message];
  };
  answer = (response) =>
    void response.writeHead(401).end(JSON.stringify({ code: 20003, message: 'Authenticate' }));
  assert.deepEqual(await said(lead.id), [
    409,
    'provider_refused',
    'The telephone system refused the call (401): Authenticate',
  ]);
  answer = (response) => void response.writeHead(500).end('<html>');
  assert.deepEqual(await said(lead.id), [
    409,
    'provider_refused',
    'The telephone system refused the call with status 500.',
  ]);
  answer = (response) => response.destroy();
  assert.deepEqual((await said(lead.id)).slice(0, 2), [409, 'provider_unreachable']);
  assert.deepEqual((await said(bare.id)).slice(0, 2), [409, 'no_number']);
  assert.deepEqual((await said(lead.id, shop.manager)).slice(0, 2), [409, 'no_agent_number']);
  assert.deepEqual((await app.call(phoneCalls.current, {}, shop.rep.token)).body.data.calls, []);
  const off = { params: { id: source.id }, body: { is_active: false } };
  await app.call(sources.update, off, shop.admin.token);
  assert.deepEqual((await said(lead.id)).slice(0, 2), [409, 'no_telephony']);
});

test('click to call goes to the public internet only, and its words must stand for something', async () => {
  const preset = { account: 'AC1', caller_id: '', format: 'json', body: {} };
  const change = async (more: object) => {
    const body = { ring: { ...preset, address: 'https://api.example.com/calls', ...more } };
    const reply = await app.call(sources.update, { params: { id: source.id }, body }, shop.admin.token);
    return [reply.status, reply.body.errors?.[0]?.field];
  };
  assert.deepEqual(await change({}), [200, undefined]);
  for (const address of ['http://api.example.com', 'https://127.0.0.1/calls', 'https://pbx.local', 'nowhere'])
    assert.deepEqual(await change({ address }), [422, 'ring.address'], address);
  assert.deepEqual(await change({ body: { to: '{{token}}' } }), [422, 'ring.body']);
  const [stored] = (await app.call(sources.list, {}, shop.admin.token)).body.data.sources;
  assert.deepEqual(stored?.credentials, ['api_token']);
});

test('a recording is passed on with its ranges, and nobody learns where it lies', async () => {
  await createLead(app, shop.rep, { phone: CUSTOMER });
  const recording = `${origin}/recordings/RE1.mp3`;
  const call = {
    id: 'CA3',
    customer: CUSTOMER,
    agent: AGENT,
    direction: 'inbound',
    seconds: 12,
    recording,
  } as const;
  for (const event of twilio.script(call)) await sendEvent(app, source, event);
  const [log] = await logs();
  assert.ok(log?.has_recording && !JSON.stringify(log).includes('RE1'));
  answer = (response, { headers, url }) => {
    if (url === '/recordings/RE1.mp3') return void response.writeHead(302, { location: '/store/1' }).end();
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    const part = from === undefined ? SOUND : SOUND.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': 'audio/mpeg',
      'content-length': part.length,
      'x-secret': 'internal',
      ...(from !== undefined && { 'content-range': `bytes ${from}-${to}/${SOUND.length}` }),
    });
    response.end(part);
  };
  const play = async ({ token }: Person, range?: string) =>
    await app.call(
      phoneCalls.recording,
      { params: { id: log.id }, ...(range && { headers: { range } }) },
      token,
    );
  const whole = await play(shop.rep);
  assert.deepEqual(
    [whole.status, whole.text, whole.headers['content-type']],
    [200, SOUND.toString(), 'audio/mpeg'],
  );
  assert.equal(whole.headers['x-secret'], undefined);
  assert.ok(!JSON.stringify(whole.headers).includes(origin));
  assert.ok(asked[0]?.headers.authorization?.startsWith('Basic '));
  const part = await play(shop.rep, 'bytes=4-6');
  assert.deepEqual(
    [part.status, part.text, part.headers['content-range']],
    [206, 'the', `bytes 4-6/${SOUND.length}`],
  );
  const far = await createTestClient(app, `far_${shops}`);
  const stranger = await createPerson(app, 'salesrep', far.id);
  const before = asked.length;
  assert.deepEqual([(await play(far.admin)).status, (await play(stranger)).status], [404, 404]);
  assert.equal(asked.length, before);
  answer = (response) => void response.writeHead(500).end();
  assert.deepEqual(
    [(await play(shop.rep)).status, (await play(shop.rep)).body.code],
    [503, 'provider_refused'],
  );
  answer = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>');
  assert.equal((await play(shop.rep)).status, 503);
  answer = (response) => void response.writeHead(404).end();
  assert.equal((await play(shop.rep)).status, 404);
});
