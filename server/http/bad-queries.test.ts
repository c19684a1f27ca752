import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as z from 'zod/v4/core';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { cleanText } from '#shared/fields/fields.ts';
import { leads } from '#shared/leads/leads.ts';
import { digestOf } from '#test/rows/digest.ts';
import { assertRefusal } from '#test/calls/error-body.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
before(async () => {
  for (let count = 0; count < 3; count += 1)
    await createLead(app, world.alpha.rep, { name: `Lead ${count}` });
});

const get = async (url: string, token = world.superadmin.token) =>
  await app.app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });

test('out-of-range pages and sizes, and unknown sorts, are refused with a message', async () => {
  for (const [query, message] of [
    ['page=1000000000', 'page must be at most 1000000.'],
    ['page=0', 'page must be at least 1.'],
    ['page=-1', 'page must be a whole number.'],
    ['page=1.5', 'page must be a whole number.'],
    ['page=1e3', 'page must be a whole number.'],
    ['page=NaN', 'page must be a whole number.'],
    ['page=Infinity', 'page must be a whole number.'],
    ['page=%201', 'page must be a whole number.'],
    ['page=0x10', 'page must be a whole number.'],
    ['page=99999999999999999999', 'page must be a whole number.'],
    ['page=१', 'page must be a whole number.'],
    ['page=one', 'page must be a whole number.'],
    ['limit=0', 'limit must be at least 1.'],
    ['limit=101', 'limit must be at most 100.'],
    ['limit=-5', 'limit must be a whole number.'],
    ['limit=1000000', 'limit must be at most 100.'],
    ['page=1&page=2', 'page was sent more than once.'],
    ['search=new&search=lost', 'search was sent more than once.'],
    ['search=a&search=b', 'search was sent more than once.'],
    ['sort_by=password_hash', 'The list cannot be sorted by this field.'],
    ['sort_by=id', 'The list cannot be sorted by this field.'],
    ['sort_by=NAME', 'The list cannot be sorted by this field.'],
    ['sort_by=name;DROP TABLE leads', 'The list cannot be sorted by this field.'],
    ['sort_by=__proto__', 'The list cannot be sorted by this field.'],
    ['sort_by=toString', 'The list cannot be sorted by this field.'],
    ['sort_order=sideways', 'sort_order must be ASC or DESC.'],
    ['sort_order=asc nulls first', 'sort_order must be ASC or DESC.'],
    ['is_archived=maybe', 'This must be true or false.'],
    ['is_archived=1', 'This must be true or false.'],
    ['assigned_to=somebody', 'Choose a user, me or none.'],
    ['created_by=me', 'This is not a valid id.'],
    ['client_id=1', 'This is not a valid id.'],
    ['from_date=yesterday', 'From date must be a date such as 2026-11-30.'],
    ['search=a%00b', 'search holds a character that cannot be searched for.'],
    [`status=${'x'.repeat(81)}`, 'This text is too long (80 characters at most).'],
  ] as const) {
    // prettier-ignore
    const reply = await get(`/leads?${query}`);
    assertRefusal(reply, query);
    assert.deepEqual(
      [reply.statusCode, (JSON.parse(reply.body) as { message: string }).message],
      [422, message],
      query,
    );
  }
});

test('unknown filters are refused by the lead list, and ignored elsewhere', async () => {
  for (const name of ['unheard', '__proto__[x]', 'constructor', 'page[]']) {
    const reply = await get(`/leads?page=1&${name}=2`);
    assertRefusal(reply, name);
    assert.equal((JSON.parse(reply.body) as { message: string }).message, `There is no filter ${name}.`);
    const plain: unknown = JSON.parse((await get('/products?page=1')).body);
    assert.deepEqual(JSON.parse((await get(`/products?page=1&${name}=2`)).body), plain, name);
  }
});

test('empty parameters and the format of a list change nothing', async () => {
  const plain: unknown = JSON.parse((await get('/leads?page=1')).body);
  for (const query of [
    'page=1&status=&search=&from_date=',
    'page=1&format=csv',
    'sort_order=desc&page=1',
    '&&page=1&&',
    'page=1&sort_order=DESC',
  ])
    assert.deepEqual(JSON.parse((await get(`/leads?${query}`)).body), plain, query);
});

/** Payloads with a meaning in SQL, shells, templates, regular expressions, paths or parsers. */
const PAYLOADS = [
  "'", '"', '\\', "' OR '1'='1", "1' OR 1=1 --", '1; DROP TABLE core.users', "'; SELECT pg_sleep(5); --", "1' UNION SELECT password_hash FROM core.users --", '$1', '$$', ':id', '%', '%25', '_', '*',
  '(', ')', '[', '(((((((((((a+)+)+)+)+', '{"$gt":""}', '[object Object]', '${7*7}', '{{7*7}}', '<script>alert(1)</script>', '../../../etc/passwd', '|id', '`id`', '\r\nSet-Cookie: x=1', '\u202e', '\ufeff',
  '\ud83d', '😀', '0', '-1', '1e999', 'null', 'undefined', 'true', 'NaN', '٣', '2026-02-30', '9999-99-99', '0000-00-00', '00000000-0000-0000-0000-000000000000', 'a'.repeat(3000), 'é'.repeat(150),
]; // prettier-ignore

function parametersOf(query: z.$ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
  };
  return Object.keys(properties);
}

/** Parameters of all lists are read alike, so neighbours may share the payloads, each taking a quarter of them. */
const MOST_SHARES = 4;

test('every list takes every payload in its parameters, without a server error, a delay or a change', async () => {
  const before = await digestOf(app);
  let sent = 0;
  for (const { method, path, query } of ENDPOINTS) {
    if (method !== 'GET' || !query) continue;
    const names = parametersOf(query);
    const share = path === leads.list.path ? 1 : Math.min(MOST_SHARES, names.length);
    for (const [place, name] of names.entries()) {
      for (const payload of PAYLOADS.filter((_, number) => (number + place) % share === 0)) {
        const search = new URLSearchParams({
          [name]: payload,
          ...(path === '/leads' && name !== 'limit' && { limit: '2' }),
        });
        const since = performance.now();
        const reply = await get(`${path}?${search}`);
        const where = `${path} ${name}=${payload.slice(0, 60)}`;
        // Hundreds of times the usual duration, even on a busy machine: a pattern that backtracks takes
        // longer.
        assert.ok(performance.now() - since < 10_000, `${where} took long`);
        assert.equal(reply.headers['set-cookie'], undefined);
        if (reply.statusCode !== 200) assertRefusal(reply, where);
        sent += 1;
      }
    }
  }
  assert.ok(sent > 1000, String(sent));
  assert.deepEqual(await digestOf(app), before);
});

test('no payload finds a row that its plain text does not', async () => {
  // A payload that is empty after cleaning counts as an absent filter.
  for (const payload of PAYLOADS.filter((each) => cleanText(each) !== '')) {
    for (const name of ['status', 'source', 'campaign_id', 'interest_level'] as const) {
      const reply = await app.call(
        leads.list,
        { query: { [name]: payload, page: '1' } as never },
        world.superadmin.token,
      );
      if (reply.status === 200) assert.equal(reply.body.pagination.total, 0, `${name}=${payload}`);
    }
  }
});
