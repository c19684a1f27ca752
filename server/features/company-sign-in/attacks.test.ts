import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { users } from '#shared/accounts/users.ts';
import { testAttacks, withVictim } from '#test/accounts/attack-tools.ts';
import type { Attack } from '#test/accounts/attack-tools.ts';
import { createPerson, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta, superadmin } = world;
const tools = await withVictim(app, world);
const { owner, victim, doors, answered, claiming, ...at } = tools;

const verified = async (email: unknown) => await claiming({ email, email_verified: true });
const inAddress =
  (change: (params: URLSearchParams) => void): Attack =>
  async () =>
    await answered(undefined, (address) => {
      change(address.searchParams);
      return address;
    });
/** Something happens between the answer and the finish. */
const meanwhile =
  (happens: () => Promise<unknown>): Attack =>
  async () => {
    const begun = await at.begin(alpha);
    await at.comeBack(await at.visit(begun.url), begun.cookie);
    await happens();
    return [(await at.finish(begun.cookie)).status];
  };
/** A superadmin who is shown in alpha. */
const above = await createPerson(app, 'superadmin', null);
await owner(`UPDATE core.users SET client_id = '${alpha.id}' WHERE id = '${above.id}'`);

const ATTACKS: Record<string, Attack> = {
  'an email that is not verified': async () =>
    await claiming({ email: victim().email, email_verified: false }),
  'an email of which nothing is said': async () => await claiming({ email: victim().email }),
  'an email that is “verified” in words': async () =>
    await claiming({ email: victim().email, email_verified: 'yes' }),
  'no email': async () => await claiming({ email_verified: true }),
  'a list of emails': async () => await verified([victim().email]),
  'two emails in one': async () => await verified(`${victim().email},x@alpha.test`),
  'the email of another company': async () => await verified(beta.rep.email),
  'the email of another company’s admin': async () => await verified(beta.admin.email),
  'the email of a superadmin': async () => await verified(superadmin.email),
  'the email of a superadmin in this company': async () => {
    return await verified(above.email);
  },
  'the email of an admin of all companies': async () => await verified(world.admin.email),
  'the email of somebody who is not active': async () => {
    await app.call(
      users.setActive,
      { params: { id: victim().id }, body: { isActive: false } },
      alpha.admin.token,
    );
    return await answered();
  },
  'a newcomer without an invitation': async () => await verified('new@alpha.test'),
  'a newcomer with an invitation of another company': async () => {
    await owner(`INSERT INTO core.invitations (token_hash, email, email_norm, role_id, client_id, invited_by, expires_at)
      SELECT decode(md5(random()::text), 'hex'), 'two@alpha.test', 'two@alpha.test', role_id, client_id, id, now() + interval '1 day'
      FROM core.users WHERE id = '${beta.admin.id}'`);
    return await verified('two@alpha.test');
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
    await owner("UPDATE core.provider_sign_ins SET expires_at = now() - interval '1 second' ");
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
        `UPDATE core.providers SET issuer = 'https://other.example' WHERE client_id = '${alpha.id}' `,
      ),
  ),
  'a person deactivated meanwhile': meanwhile(
    async () => await owner(`UPDATE core.users SET is_active = false WHERE id = '${victim().id}' `),
  ),
  'a person moved to another company meanwhile': meanwhile(
    async () => await owner(`UPDATE core.users SET client_id = '${beta.id}' WHERE id = '${victim().id}' `),
  ),
  'a person made superadmin meanwhile': meanwhile(
    async () =>
      await owner(`UPDATE core.users SET role_id = (SELECT role_id FROM core.users WHERE id = '${superadmin.id}')
        WHERE id = '${victim().id}' `),
  ),
  'a company deactivated meanwhile': meanwhile(
    async () => await owner(`UPDATE core.clients SET is_active = false WHERE id = '${alpha.id}' `),
  ),
};

testAttacks(tools, ATTACKS);

test('an answer counts once, and so does a finish, however many arrive at once', async () => {
  const begun = await at.begin(alpha);
  const address = await at.visit(begun.url);
  const backs = await Promise.all([1, 2, 3].map(async () => await at.comeBack(address, begun.cookie)));
  assert.deepEqual(new Set(backs.map(({ headers }) => headers.location)), new Set(['/login#provider']));
  const all = await Promise.all([1, 2, 3].map(async () => await at.finish(begun.cookie)));
  assert.equal(all.filter(({ status }) => status === 200).length, 1, all.map(({ text }) => text).join());
  assert.equal((await at.finish(begun.cookie)).status, 409);
  await at.comeBack(address, begun.cookie);
  assert.equal((await at.finish(begun.cookie)).status, 409);
});

test('an answer for another sign-in uses up neither', async () => {
  const [own, other] = [await at.begin(alpha), await at.begin(alpha)];
  const [address, foreign] = [await at.visit(own.url), await at.visit(other.url)];
  await at.comeBack(foreign, own.cookie);
  assert.equal((await at.finish(own.cookie)).status, 409);
  await at.comeBack(address, own.cookie);
  assert.equal((await at.finish(own.cookie)).status, 200);
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
  const [begun, before] = [await at.begin(beta), await doors()];
  const back = await at.comeBack(await at.visit(begun.url), begun.cookie);
  assert.equal(back.statusCode, 303);
  const refused = await at.finish(begun.cookie);
  assert.deepEqual(
    [refused.status, refused.body.message],
    [401, 'There is no account for you here. Ask your administrator to invite you.'],
  );
  assert.deepEqual(await doors(), before);
  assert.equal((await app.call(auth.me, {}, victim().token)).status, 200);
});

test('another person at the provider with the same email does not get the account', async () => {
  assert.deepEqual(await answered(), [200]);
  const other = await at.signIn(alpha, 'successor', { email: victim().email });
  assert.deepEqual(
    [other.status, other.body.message?.startsWith('Your account here is connected with another account')],
    [401, true],
  );
});
