import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import type { JWTPayload } from 'jose';
import { auth } from '#shared/accounts/auth.ts';
import { APP_ID, APP_SECRET, withProvider } from '#test/accounts/at-provider.ts';
import { createPerson, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta } = world;
const at = await withProvider(app);
const { provider } = at;
await at.connect(alpha, alpha.admin);
await at.connect(beta, beta.admin, { appId: 'lms-beta' });

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const now = () => Math.floor(Date.now() / 1000);
let rep: Person;
/** A session by the provider, which the tokens are to end. */
let token: string;
let number = 0;
const sub = () => `rep-${number}`;
beforeEach(async () => {
  number += 1;
  rep = await createPerson(app, 'salesrep', alpha.id);
  const reply = await at.signIn(alpha, sub(), { email: rep.email });
  assert.equal(reply.status, 200, reply.text);
  token = reply.body.data.accessToken;
});

const saying = (changes: JWTPayload = {}): JWTPayload => ({
  iss: provider.issuer,
  aud: APP_ID,
  iat: now(),
  exp: now() + 120,
  jti: randomUUID(),
  sub: sub(),
  events: EVENTS,
  ...changes,
});
const tell = async (logout_token: string | undefined, clientId = alpha.id) =>
  await app.app.inject({
    method: 'POST',
    url: `/api/auth/provider/${clientId}/logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(logout_token === undefined ? {} : { logout_token }).toString(),
  });
const works = async (one: string) => (await app.call(auth.me, {}, one)).status === 200;
const without =
  (name: string) =>
  (claims: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name));

test('signing out at the provider ends the sessions begun there, and no other', async () => {
  const [byPassword, other] = [await signIn(app, rep.email), await createPerson(app, 'salesrep', alpha.id)];
  const others = await at.signIn(alpha, 'somebody-else', { email: other.email });
  const told = await tell(await provider.sign(saying(), { typ: 'logout+jwt' }));
  assert.equal(told.statusCode, 200, told.body);
  assert.equal(told.headers['cache-control'], 'no-store');
  assert.deepEqual(
    [await works(token), await works(byPassword), await works(others.body.data.accessToken)],
    [false, true, true],
  );
});

test('the end of one of the provider’s sessions ends the session that it began', async () => {
  const second = await at.signIn(alpha, sub());
  const rows = await app.database.asOwner(
    async (owner) =>
      (
        await owner.query<{ provider_session: string }>(
          'SELECT provider_session FROM core.sessions WHERE user_id = $1 AND provider_of = $2 ORDER BY created_at',
          [rep.id, alpha.id],
        )
      ).rows,
  );
  assert.equal(rows.length, 2);
  assert.notEqual(rows[0]?.provider_session, rows[1]?.provider_session);
  const sid = rows[0]?.provider_session;
  assert.equal((await tell(await provider.sign(without('sub')(saying({ sid }))))).statusCode, 200);
  assert.deepEqual([await works(token), await works(second.body.data.accessToken)], [false, true]);
});

const FORGED: Record<string, () => Promise<string | undefined>> = {
  'that is missing': async () => undefined,
  'that is none': async () => 'a.b.c',
  'of a stranger': async () => await provider.sign(saying(), { foreign: true }),
  'for another client': async () => await provider.sign(saying({ aud: 'lms-beta' })),
  'of another issuer': async () => await provider.sign(saying({ iss: 'https://evil.example' })),
  'without an event': async () => await provider.sign(without('events')(saying())),
  'with another event': async () =>
    await provider.sign(saying({ events: { 'http://example.com/event': {} } })),
  'with a text as its event': async () =>
    await provider.sign(saying({ events: { [Object.keys(EVENTS)[0] ?? '']: 'yes' } })),
  'with a nonce': async () => await provider.sign(saying({ nonce: 'n' })),
  'without a subject or session': async () => await provider.sign(without('sub')(saying())),
  'without an id': async () => await provider.sign(without('jti')(saying())),
  'without a time': async () => await provider.sign(without('iat')(saying())),
  'of an hour ago': async () => await provider.sign(saying({ iat: now() - 3600, exp: now() + 60 })),
  'of the future': async () => await provider.sign(saying({ iat: now() + 3600, exp: now() + 7200 })),
  'that has expired': async () => await provider.sign(saying({ iat: now() - 300, exp: now() - 120 })),
  'that is an access token': async () => await provider.sign(saying(), { typ: 'at+jwt' }),
  'that is not signed': async () => {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${encoded({ alg: 'none' })}.${encoded(saying())}.`;
  },
  'signed with the client secret': async () => {
    const { SignJWT } = await import('jose');
    return await new SignJWT(saying()).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(APP_SECRET));
  },
};

for (const [name, forge] of Object.entries(FORGED))
  test(`a logout token ${name} ends nothing`, async () => {
    const told = await tell(await forge());
    assert.ok([400, 422].includes(told.statusCode), told.body);
    assert.equal(await works(token), true);
  });

test('a logout token works once', async () => {
  const used = await provider.sign(saying());
  const both = await Promise.all([tell(used), tell(used)]);
  assert.deepEqual(
    both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [200, 400],
  );
  const again = await at.signIn(alpha, sub());
  assert.equal((await tell(used)).statusCode, 400);
  assert.equal(await works(again.body.data.accessToken), true);
});

test('a logout token ends nothing in another company, and a stranger’s costs the provider no request', async () => {
  const before = provider.requests();
  assert.equal((await tell(await provider.sign(saying()), beta.id)).statusCode, 400);
  assert.equal(provider.requests(), before);
  const ofBeta = await provider.sign(saying({ aud: 'lms-beta' }));
  assert.equal((await tell(ofBeta, beta.id)).statusCode, 200);
  assert.equal(await works(token), true);
  assert.equal((await tell(ofBeta, randomUUID())).statusCode, 404);
});
