import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { can } from '#shared/accounts/permissions.ts';
import { digestOf } from '#test/rows/digest.ts';
import { assertRefusal } from '#test/calls/error-body.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
let leadId: string;
before(async () => {
  leadId = (await createLead(app, world.alpha.rep)).id;
});

async function send(
  method: string,
  path: string,
  payload: string | Buffer | undefined,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const authorization = `Bearer ${world.alpha.admin.token}`;
  const url = `/api${path.replaceAll(/:\w+/g, leadId)}`;
  return await app.app.inject({
    method: method as 'POST',
    url,
    headers: { authorization, ...headers },
    ...(payload !== undefined && { payload }),
  });
}

const create = async (payload: string | Buffer, headers?: Record<string, string>) =>
  await send('POST', '/leads', payload, headers);
const messageOf = ({ body }: { body: string }) => (JSON.parse(body) as { message: string }).message;
const WRITES = ENDPOINTS.filter(
  ({ body, permission }) => body && permission !== 'public' && can('admin', permission),
);

test('a body that is not a JSON object is refused by every call that takes one, and changes nothing', async () => {
  const malformed = ['{', '{"name":', '{"name":"x"', "{'name':'x'}", '{name:"x"}', '{"name":"x",}', '{"name":"x"}x', '{"name":"x"}{"name":"y"}', 'undefined', 'NaN', '{"a":1e}', '{"name":"\n"}',
    '{"name":"\\x"}', '\u0000', '<xml/>', 'name=x', '--form-boundary', '{"name":"x"', ' ']; // prettier-ignore
  const others = ['null', '[]', '[{"name":"x"}]', '"name"', '5', 'true'];
  const before = await digestOf(app);
  for (const { method, path } of WRITES) {
    for (const payload of malformed) {
      const reply = await send(method, path, payload);
      assertRefusal(reply, `${method} ${path} ${payload}`);
      assert.deepEqual(
        [reply.statusCode, messageOf(reply)],
        [400, 'The request is not valid JSON.'],
        `${path} ${JSON.stringify(payload)}`,
      );
    }
    for (const payload of [...others, '']) {
      const reply = await send(method, path, payload);
      assertRefusal(reply, `${method} ${path} ${payload}`);
      assert.deepEqual(
        [reply.statusCode, messageOf(reply)],
        [400, 'The request needs a JSON object as its body.'],
        `${path} ${payload}`,
      );
    }
    const none = await send(method, path, undefined, {});
    assertRefusal(none, `${method} ${path} without a body`);
    assert.equal(none.statusCode, 400);
  }
  assert.deepEqual(await digestOf(app), before);
});

test('JSON that is not UTF-8 is refused: its letters would be lost', async () => {
  const before = await digestOf(app);
  const reply = await create(
    Buffer.concat([Buffer.from('{"name":"Jos'), Buffer.from([0xe9]), Buffer.from('"}')]),
  );
  assertRefusal(reply, 'windows-1252');
  assert.deepEqual(
    [reply.statusCode, messageOf(reply)],
    [400, 'The request is not in UTF-8, the only encoding of JSON.'],
  );
  assert.deepEqual(await digestOf(app), before);
});

const TYPES = ['text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream', 'multipart/form-data; boundary=x', 'application/json-patch+json',
  'application/vnd.api+json', 'application/jsonp', 'applicationjson', 'json', 'text/json', '*/*', 'application/*', '', ' ', ';', 'application/', '/json', 'application//json', 'a'.repeat(5000),
  'application/json, text/plain', 'text/plain; application/json', 'application/json\ttext', 'text/plain;charset=application/json', 'application/javascript', 'image/png', 'null', 'undefined',
  'application/json', 'application/json;', 'application/json; charset=utf-8', 'application/json;charset=UTF-8', 'APPLICATION/JSON', 'Application/Json; charset=utf-16', ' application/json', 'application/json ',
  'application/json\t', 'application/json;;', 'application/json; charset=', 'application/json; a=b; c="d"', 'application/json; charset=utf-7']; // prettier-ignore

test('whatever the content type claims, a body is either refused or validated', async () => {
  for (const type of TYPES) {
    const before = await digestOf(app);
    for (const payload of ['{"name":5}', '{"name":""}', '{"name":"x","age":-1}', 'name=x', '{']) {
      const reply = await create(payload, { 'content-type': type });
      assertRefusal(reply, `${type} ${payload}`);
      assert.ok([400, 415, 422].includes(reply.statusCode), `${type}: ${reply.statusCode}`);
    }
    assert.deepEqual(await digestOf(app), before, type);
    const valid = await create('{"name":"Typed"}', { 'content-type': type });
    const isJson = /^\s*application\/json\s*(?:;|$)/i.test(type);
    assert.ok(
      isJson ? [201, 415].includes(valid.statusCode) : [400, 415].includes(valid.statusCode),
      `${type}: ${valid.statusCode} ${valid.body}`,
    );
  }
  const plain = await create('{"name":"x"}', { 'content-type': 'text/plain' });
  assert.equal(messageOf(plain), 'This content type isn’t accepted here; send JSON.');
  assert.equal(
    (await create('{"name":"x"}', { 'content-type': 'application/json; charset=utf-8' })).statusCode,
    201,
  );
});

test('one mebibyte is accepted, and one more byte is refused', async () => {
  const most = `{"name":"Large"${' '.repeat(1024 * 1024 - 16)}}`;
  assert.equal(Buffer.byteLength(most), 1024 * 1024);
  assert.equal((await create(most)).statusCode, 201);
  for (const payload of [`${most} `, `{"name":"${'é'.repeat(600_000)}"}`]) {
    const reply = await create(payload);
    assertRefusal(reply, 'too large');
    assert.deepEqual([reply.statusCode, messageOf(reply)], [413, 'The request is too large.']);
  }
});

test('deep, wide and poisoned objects neither break nor reach anything', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  const wide = `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
  for (const value of [nested(10_000), nested(400_000), objects(10_000), wide]) {
    assertRefusal(await create(`{"name":${value}}`), 'deep name');
    assertRefusal(await create(`{"name":"x","tags":${value}}`), 'deep tags');
    const unknown = await create(`{"name":"Unknown","whatever":${value}}`);
    assert.equal(unknown.statusCode, 201, unknown.body.slice(0, 200));
  }
  for (const poison of [
    '{"name":"x","__proto__":{"status":"won"}}',
    '{"name":"x","constructor":{"prototype":{"status":"won"}}}',
    '{"__proto__":null,"name":"x"}',
    '{"name":"x","\\u005f_proto__":{"a":1}}',
  ]) {
    const reply = await create(poison);
    assert.ok([201, 400].includes(reply.statusCode), reply.body);
    if (reply.statusCode === 400) assertRefusal(reply, poison);
    else assert.equal((JSON.parse(reply.body) as { data: { status: string } }).data.status, 'new');
  }
  assert.equal(({} as Record<string, unknown>)['status'], undefined);
});

test('numbers and texts at their limits are stored as sent or refused, never mangled', async () => {
  for (const [json, expected] of [
    ['{"name":"x","value":1e400}', 422],
    ['{"name":"x","value":-0}', 201],
    ['{"name":"x","value":0.005}', 422],
    ['{"name":"x","value":0.30000000000000004}', 201],
    ['{"name":"x","value":9007199254740993}', 422],
    ['{"name":"x","age":1e2}', 201],
    ['{"name":"x","age":12345678901234567890}', 422],
    ['{"name":"x","lead_score":1e-9}', 422],
    ['{"name":"x","version":1e21}', 422],
    ['{"name":"x","name":"y"}', 201],
    ['\ufeff{"name":"x"}', 201],
    ['{"name":"\\u0000"}', 422],
    ['{"name":"a\\u0000b","email":"a\\u0000@b.in"}', 201],
    ['{"name":"\\ud83d"}', 201],
    ['{"name":"\\udc00 low first \\ud800"}', 201],
  ] as const) {
    // prettier-ignore
    const reply = await create(json);
    assert.equal(reply.statusCode, expected, `${json}: ${reply.body}`);
    if (expected === 422) assertRefusal(reply, json);
    if (expected === 201) {
      const { data } = JSON.parse(reply.body) as { data: { id: string; name: string } };
      const read = await send('GET', `/leads/${data.id}`, undefined, {});
      assert.deepEqual((JSON.parse(read.body) as { data: unknown }).data, data);
    }
  }
});

test('unknown addresses get the standard error body', async () => {
  for (const [method, path, status] of [
    ['GET', '/nowhere', 404],
    ['POST', '/leads/nowhere', 404],
    ['PATCH', '/leads', 404],
    ['DELETE', '/leads', 404],
    ['PUT', '/auth/login', 404],
    ['GET', '/leads/%E0%A4%A', 400],
    ['GET', '/leads/%', 400],
    ['GET', `/leads/${'a'.repeat(300)}`, 404],
    ['GET', '/leads/..%2f..%2fusers', 404],
    ['TRACE', '/leads', 404],

    ['GET', '/Leads', 404],
  ] as const) {
    // prettier-ignore
    const reply = await send(method, path, undefined, {});
    assertRefusal(reply, `${method} ${path}`);
    assert.equal(reply.statusCode, status, `${method} ${path} ${reply.body}`);
  }
});

test('a test that gets a 500 reports its cause', async (t) => {
  const rename = async (from: string, to: string) =>
    await app.database.asOwner(
      async (owner) => await owner.query(`ALTER TABLE alpha.leads RENAME ${from} TO ${to}`),
    );
  await rename('lead_score', 'points');
  t.after(async () => await rename('points', 'lead_score'));
  await assert.rejects(
    send('GET', `/leads/${leadId}`, undefined, {}),
    /^Error: 500 was answered to [\s\S]*\/leads\/[\s\S]*because of error: column .* does not exist/,
  );
});
