import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { decodeJwt } from 'jose';
import type { JWTPayload } from 'jose';
import type { TestApp } from '#test/app.ts';
import { withProvider } from '#test/accounts/at-provider.ts';
import type { Begun } from '#test/accounts/at-provider.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createPerson } from '#test/world.ts';
import type { Person, World } from '#test/world.ts';

/** An attack on a sign-in at a provider: the statuses of whatever it tries to get in with. */
export type Attack = () => Promise<number[]>;
/** A person of the provider without an account here. */
export const STRANGER = 'stranger';

export const without =
  (name: string) =>
  (claims: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name));

/**
 * Two companies with a provider, a victim whom it knows, and the means to forge its answers. The victim is a new
 * one for each test.
 */
export async function withVictim(app: TestApp, { alpha, beta, admin }: World) {
  const at = await withProvider(app);
  const { provider } = at;
  let victim = admin;
  await at.connect(alpha, alpha.admin);
  await at.connect(beta, beta.admin, { appId: 'lms-beta' });
  const owner = async (text: string) => await ownerRows<Record<string, unknown>>(app, text);

  beforeEach(async () => {
    await owner(`UPDATE core.clients SET is_active = true WHERE id = '${alpha.id}'`);
    await owner(`UPDATE core.providers SET issuer = '${provider.issuer}' WHERE client_id = '${alpha.id}'`);
    await owner('DELETE FROM core.provider_people');
    victim = await createPerson(app, 'salesrep', alpha.id);
    provider.people.set('victim', { email: victim.email, email_verified: true });
    provider.people.set(STRANGER, { email: 'stranger@elsewhere.test', email_verified: true });
    provider.signInAs('victim');
  });
  afterEach(() => provider.tamper(undefined));

  /** Finishes a sign-in whose answer is changed on its way. */
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
  /** The provider says this about its victim. */
  const claiming = async (claims: Record<string, unknown>) => {
    provider.people.set('victim', claims);
    return await answered();
  };
  /** The provider's response at a path is another. */
  const responding =
    (how: (body: Record<string, unknown>) => object | string, path = '/token'): Attack =>
    async () => {
      provider.tamper((body, place) => (place === path ? how(body) : body));
      return await answered();
    };
  return {
    ...at,
    owner,
    answered,
    forged,
    claiming,
    responding,
    victim: (): Person => victim,
    /** The numbers of sessions and users, of which an attack opens no more. */
    doors: async () => {
      const [row] = await owner(`SELECT (SELECT count(*)::int FROM core.sessions) AS sessions,
        (SELECT count(*)::int FROM core.users) AS users`);
      return { sessions: Number(row?.['sessions']), users: Number(row?.['users']) };
    },
  };
}

type Victim = Awaited<ReturnType<typeof withVictim>>;

/** A test for each attack: it gets a refusal, and opens no door. */
export function testAttacks({ doors }: Victim, attacks: Record<string, Attack>): void {
  for (const [name, attack] of Object.entries(attacks))
    test(`nobody gets in with ${name}`, async () => {
      const before = await doors();
      const statuses = await attack();
      assert.ok(statuses.length > 0, name);
      for (const status of statuses) assert.ok(status >= 400 && status < 500, String(status));
      const { sessions, users } = await doors();
      assert.ok(sessions <= before.sessions && users === before.users);
    });
}
