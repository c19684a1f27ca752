import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { JWTPayload } from 'jose';
import { APP_SECRET } from '#test/accounts/at-provider.ts';
import { STRANGER, testAttacks, withVictim, without } from '#test/accounts/attack-tools.ts';
import type { Attack } from '#test/accounts/attack-tools.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const tools = await withVictim(app, world);
const { provider, begin, visit, comeBack, finish, answered, forged, responding } = tools;
const { alpha } = world;

const same = (claims: JWTPayload) => claims;
const now = () => Math.floor(Date.now() / 1000);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const byHmac = (key: string) => async (claims: JWTPayload) => {
  const text = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
/** The provider's discovery document changes while the user is there. */
const describedAs =
  (changes: object): Attack =>
  async () => {
    const begun = await begin(alpha);
    const address = await visit(begun.url);
    provider.tamper((body, path) => (path.startsWith('/.well-known/') ? { ...body, ...changes } : body));
    await comeBack(address, begun.cookie);
    return [(await finish(begun.cookie)).status];
  };

const ATTACKS: Record<string, Attack> = {
  'a token for another client of the provider': forged((claims) => ({ ...claims, aud: 'another' })),
  'a token for us and others, given to another': forged((claims) => ({
    ...claims,
    aud: ['lms', 'x'],
    azp: 'x',
  })),
  'a token without an audience': forged(without('aud')),
  'a token without the nonce': forged(without('nonce')),
  'a token with another nonce': forged((claims) => ({ ...claims, nonce: 'another' })),
  'a token of another issuer': forged((claims) => ({ ...claims, iss: 'https://evil.example' })),
  'a token of almost the same issuer': forged((claims) => ({ ...claims, iss: `${claims.iss}/` })),
  'a token without an issuer': forged(without('iss')),
  'a token without a subject': forged(without('sub')),
  'a token with a list as its subject': forged((claims) => ({ ...claims, sub: ['victim'] as never })),
  'an expired token': forged((claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 })),
  'a token without an end': forged(without('exp')),
  'a token without a time': forged(without('iat')),
  'a token of the future': forged((claims) => ({ ...claims, iat: now() + 3600, exp: now() + 7200 })),
  'a token that is not valid yet': forged((claims) => ({ ...claims, nbf: now() + 3600 })),
  'a token without a signature': forged(
    same,
    async (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
  ),
  'a token signed with the client secret': forged(same, byHmac(APP_SECRET)),
  'a token signed with the public key as a password': forged(same, async (claims) => {
    const keys = await (await fetch(`${provider.issuer}/jwks`)).text();
    return await byHmac(keys)(claims);
  }),
  'a token signed by a stranger': forged(
    same,
    async (claims) => await provider.sign(claims, { foreign: true }),
  ),
  'a token signed by a stranger under the name of the provider’s key': forged(same, async (claims) => {
    const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: { kid: string }[] };
    return await provider.sign(claims, { foreign: true, kid: keys[0]?.kid ?? '' });
  }),
  'a token whose claims were changed after signing': forged(same, async (claims) => {
    const [head, , signature] = (await provider.sign(claims)).split('.');
    return `${head}.${encoded({ ...claims, sub: STRANGER })}.${signature}`;
  }),
  'no token': responding(without('id_token')),
  'a token that is none': responding((body) => ({ ...body, id_token: 'a.b.c' })),
  'an answer that is a page': responding(() => '<html>Welcome</html>'),
  'an answer without an access token': responding(without('access_token')),
  'an answer of 2 MB': responding((body) => ({ ...body, more: 'x'.repeat(2_000_000) })),
  'details about another subject': responding((body) => ({ ...body, sub: STRANGER }), '/me'),
  'an issuer that calls itself otherwise': describedAs({ issuer: 'https://evil.example' }),
  'keys of an internal address': describedAs({ jwks_uri: 'http://169.254.169.254/keys' }),
  'a token address of an internal network': describedAs({ token_endpoint: 'http://10.0.0.1/token' }),
};

testAttacks(tools, ATTACKS);

test('the same steps without a forgery sign in', async () => {
  assert.deepEqual(await answered(), [200]);
});
