import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { before, beforeEach, test } from 'node:test';
import { decodeJwt } from 'jose';
import type { JWTPayload } from 'jose';
import { auth } from '#shared/auth.ts';
import { companySignIn } from '#shared/company-sign-in.ts';
import { users } from '#shared/users.ts';
import { APP_SECRET, withProvider } from '#test/at-provider.ts';
import type { Begun } from '#test/at-provider.ts';
import { ownerRows } from '#test/owner-rows.ts';
import { createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta, superadmin } = world;
const at = await withProvider(app);
const { provider } = at;
/** The person whose account the attacks are after; the provider knows them as `victim`. */
let victim: Person;
/** A person of the provider without an account here. */
const STRANGER = 'stranger';

before(async () => {
  await at.connect(alpha, alpha.admin);
  await at.connect(beta, beta.admin, { appId: 'lms-beta' });
});
beforeEach(async () => {
  await restore();
  victim = await createPerson(app, 'salesrep', alpha.id);
  provider.people.set('victim', { email: victim.email, email_verified: true });
  provider.people.set(STRANGER, { email: 'stranger@elsewhere.test', email_verified: true });
  provider.signInAs('victim');
});
test.afterEach(() => provider.tamper(undefined));

const owner = async (text: string) => await ownerRows<Record<string, unknown>>(app, text);
/** The number of sessions, and of people bound: what no attack may change. */
const doors = async () => {
  const [row] = await owner(`SELECT (SELECT count(*)::int FROM core.sessions) AS sessions,
    (SELECT count(*)::int FROM core.provider_people) AS people, (SELECT count(*)::int FROM core.users) AS users`);
  return row;
};

/** The statuses of the finish, and of whatever else an attack tries. */
type Attack = () => Promise<number[]>;

/** Finishes after the provider's answer was changed on its way. */
const answered = async (begun?: Begun, change: (address: URL) => URL = (address) => address) => {
  const own = begun ?? (await at.begin(alpha));
  const back = await at.comeBack(change(await at.visit(own.url)), own.cookie);
  assert.deepEqual([back.statusCode, back.headers.location], [303, '/login#provider'], back.body);
  return [(await at.finish(own.cookie)).status];
};
/** The provider's token with other claims, signed as `sign` does. */
const forged =
  (
    change: (claims: JWTPayload) => JWTPayload,
    sign: (claims: JWTPayload) => Promise<string> = async (claims) => await provider.sign(claims),
  ): Attack =>
  async () => {
    provider.tamper(async (body, path) =>
      path === '/token'
        ? { ...body, id_token: await sign(change(decodeJwt(String(body['id_token'])))) }
        : body,
    );
    return await answered();
  };
const same = (claims: JWTPayload) => claims;
const without =
  (name: string) =>
  ({ [name]: _, ...claims }: JWTPayload): JWTPayload =>
    claims;
const now = () => Math.floor(Date.now() / 1000);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const byHmac = (key: string) => async (claims: JWTPayload) => {
  const text = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
/** The provider says this about its victim. */
const claiming =
  (claims: Record<string, unknown>): Attack =>
  async () => {
    provider.people.set('victim', claims);
    return await answered();
  };
const verified =
  (email: unknown): Attack =>
  async () =>
    await claiming({ email, email_verified: true })();
const inAddress =
  (change: (params: URLSearchParams) => void): Attack =>
  async () =>
    await answered(undefined, (address) => {
      change(address.searchParams);
      return address;
    });
const responding =
  (how: (body: Record<string, unknown>) => object | string, path = '/token'): Attack =>
  async () => {
    provider.tamper((body, at_) => (at_ === path ? how(body) : body));
    return await answered();
  };
/** Something happens between the answer and the finish. */
const meanwhile =
  (happens: () => Promise<unknown>): Attack =>
  async () => {
    const begun = await at.begin(alpha);
    await at.comeBack(await at.visit(begun.url), begun.cookie);
    await happens();
    return [(await at.finish(begun.cookie)).status];
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
  'no token': responding(({ id_token: _, ...body }) => body),
  'a token that is none': responding((body) => ({ ...body, id_token: 'a.b.c' })),
  'an answer that is a page': responding(() => '<html>Welcome</html>'),
  'an answer without an access token': responding(({ access_token: _, ...body }) => body),
  'an answer of 2 MB': responding((body) => ({ ...body, more: 'x'.repeat(2_000_000) })),
  'details about another subject': responding((body) => ({ ...body, sub: STRANGER }), '/me'),
  'an issuer that calls itself otherwise': async () => {
    const begun = await at.begin(alpha);
    const address = await at.visit(begun.url);
    provider.tamper((body, path) =>
      path.startsWith('/.well-known/') ? { ...body, issuer: 'https://evil.example' } : body,
    );
    await at.comeBack(address, begun.cookie);
    return [(await at.finish(begun.cookie)).status];
  },
  'keys of an internal address': async () => {
    const begun = await at.begin(alpha);
    const address = await at.visit(begun.url);
    provider.tamper((body, path) =>
      path.startsWith('/.well-known/') ? { ...body, jwks_uri: 'http://169.254.169.254/keys' } : body,
    );
    await at.comeBack(address, begun.cookie);
    return [(await at.finish(begun.cookie)).status];
  },

  'an email that is not verified': async () =>
    await claiming({ email: victim.email, email_verified: false })(),
  'an email of which nothing is said': async () => await claiming({ email: victim.email })(),
  'an email that is “verified” in words': async () =>
    await claiming({ email: victim.email, email_verified: 'yes' })(),
  'no email': claiming({ email_verified: true }),
  'a list of emails': async () => await verified([victim.email])(),
  'two emails in one': async () => await verified(`${victim.email},x@alpha.test`)(),
  'the email of another company': async () => await verified(beta.rep.email)(),
  'the email of another company’s admin': async () => await verified(beta.admin.email)(),
  'the email of a superadmin': async () => await verified(superadmin.email)(),
  'the email of a superadmin in this company': async () => {
    const { email, id } = await createPerson(app, 'superadmin', null);
    await owner(`UPDATE core.users SET client_id = '${alpha.id}' WHERE id = '${id}' RETURNING id`);
    return await verified(email)();
  },
  'the email of an admin of all companies': async () => await verified(world.admin.email)(),
  'the email of somebody who is not active': async () => {
    await app.call(
      users.setActive,
      { params: { id: victim.id }, body: { isActive: false } },
      alpha.admin.token,
    );
    return await answered();
  },
  'a newcomer without an invitation': async () => await verified('new@alpha.test')(),
  'a newcomer with an invitation of another company': async () => {
    await owner(`INSERT INTO core.invitations (token_hash, email, email_norm, role_id, client_id, invited_by, expires_at)
      SELECT decode(md5(random()::text), 'hex'), 'two@alpha.test', 'two@alpha.test', role_id, client_id, id, now() + interval '1 day'
      FROM core.users WHERE id = '${beta.admin.id}' RETURNING email`);
    return await verified('two@alpha.test')();
  },

  'no state': inAddress((params) => params.delete('state')),
  'another state': inAddress((params) => params.set('state', 'another')),
  'the state twice': inAddress((params) => params.append('state', 'another')),
  'the state of another browser': async () => {
    const other = await at.begin(alpha);
    const state = new URL(other.url).searchParams.get('state') ?? '';
    return await inAddress((params) => params.set('state', state))();
  },
  'no code': inAddress((params) => params.delete('code')),
  'a made-up code': inAddress((params) => params.set('code', 'made-up')),
  'the code twice': inAddress((params) => params.append('code', 'another')),
  'the code of another browser': async () => {
    const [own, other] = [await at.begin(alpha), await at.begin(alpha)];
    const code = (await at.visit(other.url)).searchParams.get('code') ?? '';
    return await answered(own, (address) => {
      address.searchParams.set('code', code);
      return address;
    });
  },
  'a refusal beside a code': inAddress((params) => params.set('error', 'access_denied')),
  'an answer of another issuer': inAddress((params) => params.set('iss', 'https://evil.example')),
  'an answer that does not name its issuer': inAddress((params) => params.delete('iss')),
  'an answer in the part after #': async () => {
    const begun = await at.begin(alpha);
    const address = await at.visit(begun.url);
    address.hash = address.search.slice(1);
    address.search = '';
    await at.comeBack(address, begun.cookie);
    return [(await at.finish(begun.cookie)).status];
  },
  'an answer in a body': async () => {
    const begun = await at.begin(alpha);
    const address = await at.visit(begun.url);
    const posted = await app.app.inject({
      method: 'POST',
      url: address.pathname,
      headers: { cookie: begun.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: address.search.slice(1),
    });
    return [posted.statusCode, (await at.finish(begun.cookie)).status];
  },
  'an answer asked for with HEAD': async () => {
    const begun = await at.begin(alpha);
    const address = await at.visit(begun.url);
    const url = `${address.pathname}${address.search}`;
    const head = await app.app.inject({ method: 'HEAD', url, headers: { cookie: begun.cookie } });
    return [head.statusCode, (await at.finish(begun.cookie)).status];
  },
  'the answer of one company at the address of another': async () =>
    await answered(undefined, (address) => new URL(address.href.replace(alpha.id, beta.id))),
  'the answer in a browser that has asked nothing': async () => {
    const begun = await at.begin(alpha);
    await at.comeBack(await at.visit(begun.url), undefined);
    return [(await at.finish(undefined)).status, (await at.finish(begun.cookie)).status];
  },
  'the answer in another browser that has asked': async () => {
    const [attacker, other] = [await at.begin(alpha), await at.begin(alpha)];
    await at.comeBack(await at.visit(attacker.url), other.cookie);
    return [(await at.finish(other.cookie)).status];
  },
  'a cookie of our making': async () => {
    const begun = await at.begin(alpha);
    const cookie = '__Host-lps=made-up';
    await at.comeBack(await at.visit(begun.url), cookie);
    return [(await at.finish(cookie)).status];
  },
  'a cookie without the prefix that binds it to this host': async () => {
    const begun = await at.begin(alpha);
    const cookie = begun.cookie.replace('__Host-', '');
    await at.comeBack(await at.visit(begun.url), cookie);
    return [(await at.finish(cookie)).status];
  },
  'a sign-in that took too long': async () => {
    const begun = await at.begin(alpha);
    const address = await at.visit(begun.url);
    await owner("UPDATE core.provider_sign_ins SET expires_at = now() - interval '1 second' RETURNING 1");
    await at.comeBack(address, begun.cookie);
    return [(await at.finish(begun.cookie)).status];
  },
  'a finish before the answer': async () => [(await at.finish((await at.begin(alpha)).cookie)).status],
  'a finish in another browser': async () => {
    const begun = await at.begin(alpha);
    await at.comeBack(await at.visit(begun.url), begun.cookie);
    return [(await at.finish((await at.begin(alpha)).cookie)).status];
  },
  'a finish by another website': async () => {
    const begun = await at.begin(alpha);
    await at.comeBack(await at.visit(begun.url), begun.cookie);
    const sites = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ];
    return await Promise.all(sites.map(async (site) => (await at.finish(begun.cookie, {}, site)).status));
  },
  'a beginning by another website': async () => {
    const body = { email: 'x@alpha.test' };
    const headers = { 'sec-fetch-site': 'cross-site' };
    return [(await app.call(companySignIn.begin, { body, headers })).status];
  },
  'an issuer changed meanwhile': meanwhile(
    async () =>
      await owner(
        `UPDATE core.providers SET issuer = 'https://other.example' WHERE client_id = '${alpha.id}' RETURNING 1`,
      ),
  ),
  'a person deactivated meanwhile': meanwhile(
    async () => await owner(`UPDATE core.users SET is_active = false WHERE id = '${victim.id}' RETURNING 1`),
  ),
  'a person moved to another company meanwhile': meanwhile(
    async () =>
      await owner(`UPDATE core.users SET client_id = '${beta.id}' WHERE id = '${victim.id}' RETURNING 1`),
  ),
  'a person made superadmin meanwhile': meanwhile(
    async () =>
      await owner(`UPDATE core.users SET role_id = (SELECT role_id FROM core.users WHERE id = '${superadmin.id}')
        WHERE id = '${victim.id}' RETURNING 1`),
  ),
  'a company deactivated meanwhile': meanwhile(
    async () => await owner(`UPDATE core.clients SET is_active = false WHERE id = '${alpha.id}' RETURNING 1`),
  ),
};

const restore = async () => {
  await owner(`UPDATE core.clients SET is_active = true WHERE id = '${alpha.id}' RETURNING 1`);
  await owner(
    `UPDATE core.providers SET issuer = '${provider.issuer}' WHERE client_id = '${alpha.id}' RETURNING 1`,
  );
  await owner('DELETE FROM core.provider_people RETURNING 1');
};

test('there are at least forty attacks', () => assert.ok(Object.keys(ATTACKS).length >= 40));

for (const [name, attack] of Object.entries(ATTACKS))
  test(`nobody gets in with ${name}`, async () => {
    const before_ = await doors();
    const statuses = await attack();
    const { sessions, users: people } = before_ ?? {};
    const after_ = await doors();
    assert.ok(
      statuses.length > 0 && statuses.every((status) => status >= 400 && status < 500),
      statuses.join(),
    );
    const created = Number(after_?.['users']) - Number(people);
    // Some attacks create a person of their own; none opens a session for anybody.
    const signedIn = name.includes('superadmin in this company') ? 1 : 0;
    assert.equal(Number(after_?.['sessions']) - Number(sessions) <= signedIn, true);
    assert.ok(created <= signedIn);
  });

test('the same steps without an attack sign in', async () => {
  assert.deepEqual(await answered(), [200]);
});

test('an answer counts once, and so does a finish, however many arrive at once', async () => {
  const begun = await at.begin(alpha);
  const address = await at.visit(begun.url);
  const backs = await Promise.all([1, 2, 3].map(async () => await at.comeBack(address, begun.cookie)));
  assert.deepEqual(new Set(backs.map(({ headers }) => headers.location)), new Set(['/login#provider']));
  const all = await Promise.all([1, 2, 3].map(async () => await at.finish(begun.cookie)));
  assert.equal(all.filter(({ status }) => status === 200).length, 1, all.map(({ text }) => text).join());
  assert.equal((await at.finish(begun.cookie)).status, 401);
  await at.comeBack(address, begun.cookie);
  assert.equal((await at.finish(begun.cookie)).status, 401);
});

test('whatever an answer holds, the browser is led to the sign-in page and nowhere else', async () => {
  for (const more of [
    'next=https://evil.example',
    'redirect_uri=//evil.example',
    'url=javascript:alert(1)',
    'code=//evil.example&state=x',
  ]) {
    const { redirectUri } = at.addresses(alpha.id);
    const back = await at.comeBack(new URL(`${redirectUri}?${more}`), (await at.begin(alpha)).cookie);
    assert.deepEqual([back.statusCode, back.headers.location], [303, '/login#provider']);
  }
});

test('the provider of one company opens no account of another, even for the same issuer and subject', async () => {
  assert.deepEqual(await answered(), [200]);
  const [begun, before_] = [await at.begin(beta), await doors()];
  const back = await at.comeBack(await at.visit(begun.url), begun.cookie);
  assert.equal(back.statusCode, 303);
  const refused = await at.finish(begun.cookie);
  assert.deepEqual(
    [refused.status, refused.body.message],
    [401, 'There is no account for you here. Ask your administrator to invite you.'],
  );
  assert.deepEqual(await doors(), before_);
  assert.equal((await app.call(auth.me, {}, victim.token)).status, 200);
});

test('another person at the provider with the same email does not get the account', async () => {
  assert.deepEqual(await answered(), [200]);
  const other = await at.signIn(alpha, 'successor', { email: victim.email });
  assert.deepEqual(
    [other.status, other.body.message?.startsWith('Your account here is connected with another account')],
    [401, true],
  );
});
