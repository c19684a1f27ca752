import { randomBytes } from 'node:crypto';
import { auth } from '#shared/accounts/auth.ts';
import { clients } from '#shared/installation/clients.ts';
import { users } from '#shared/accounts/users.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { TestApp } from '#test/app.ts';
import { createPerson, createTestClient, PASSWORD } from '#test/world.ts';
import type { Person, World } from '#test/world.ts';

/** A caller with a live session, or with a dead token or none. */
export type Principal = { name: string; token: string | undefined; person: Person | undefined };

/** A user of every kind, including a manager without a client; users of a client belong to alpha. */
export async function livingPrincipals(test: TestApp, world: World): Promise<Principal[]> {
  const people: [string, Person][] = [
    ['superadmin', world.superadmin],
    ['admin without a client', world.admin],
    ['admin of a client', world.alpha.admin],
    ['manager', world.alpha.manager],
    ['salesrep', world.alpha.rep],
    ['manager without a client', await createPerson(test, 'manager', null)],
  ];
  return people.map(([name, person]) => ({ name, person, token: person.token }));
}

/** A caller for every way a token can be dead. */
export async function deadPrincipals(test: TestApp, { superadmin, alpha }: World): Promise<Principal[]> {
  const gamma = await createTestClient(test, 'gamma');
  const signedOut = await createPerson(test, 'superadmin', null);
  await test.call(auth.logout, {}, signedOut.token);
  const deactivated = await createPerson(test, 'manager', alpha.id);
  const params = { id: deactivated.id };
  await test.call(users.setActive, { params, body: { isActive: false } }, superadmin.token);
  await test.call(
    clients.setActive,
    { params: { id: gamma.id }, body: { isActive: false } },
    superadmin.token,
  );
  const expired = await createPerson(test, 'superadmin', null);
  await openCore(test.database)
    .updateTable('core.sessions')
    .set({ access_expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', expired.id)
    .execute();
  const dead: [string, string | undefined][] = [
    ['signed out', undefined],
    ['with the token of an ended session', signedOut.token],
    ['a deactivated user', deactivated.token],
    ['a user of a deactivated client', gamma.admin.token],
    ['with an expired token', expired.token],
    ['with a refresh token as bearer', await refreshTokenOf(test, alpha.admin.email)],
    ['with a forged token', `${alpha.admin.token.slice(0, -4)}AAAA`],
    ['with a random token', `lat_${randomBytes(49).toString('base64url').slice(0, 65)}`],
    ['with an empty token', ''],
  ];
  return dead.map(([name, token]) => ({ name, token, person: undefined }));
}

/** The refresh token of a new session of that account. */
export async function refreshTokenOf(test: TestApp, email: string): Promise<string> {
  const reply = await test.call(auth.login, { body: { email, password: PASSWORD } });
  return cookieOf(reply.headers['set-cookie']);
}

/** The value of the refresh cookie in a Set-Cookie header; '' when it is not set or cleared. */
export function cookieOf(header: string | string[] | number | undefined): string {
  const all = [header ?? ''].flat().map(String);
  return (
    all.map((each) => /^(?:__Host-)?lrt=([^;]*)/.exec(each)?.[1]).find((value) => value !== undefined) ?? ''
  );
}

/** A second user of the same kind, so that ending one session leaves the other alone. */
export async function cloneOf(test: TestApp, { person, name, token }: Principal): Promise<Principal> {
  if (!person) return { name, token, person };
  const clone: Person = await createPerson(test, person.role, person.clientId);
  return { name, person: clone, token: clone.token };
}
