import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { ClientMetadata } from 'oidc-provider';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import type { Reply, TestApp } from '#test/app.ts';
import { startProvider } from '#test/accounts/provider.ts';
import type { Person, TestClient } from '#test/world.ts';

export const APP_ID = 'lms';
export const APP_SECRET = 'a-secret-of-thirty-two-characters';

type Settings = BodyOf<typeof companySignIn.set>;
/** The cookie of a browser that has begun to sign in, and the address it was sent to. */
export type Begun = { cookie: string; url: string; clientId: string };

/** Settings of a client, with the differences. */
const settingsOf = (
  issuer: string,
  { schema }: Pick<TestClient, 'schema'>,
  changes: Partial<Settings>,
): Settings => ({
  name: `${schema} ID`,
  issuer,
  appId: APP_ID,
  secret: APP_SECRET,
  domains: [`${schema}.test`],
  newcomers: 'invited',
  role: 'salesrep',
  roleClaim: null,
  roleValues: { admin: null, manager: null, salesrep: null },
  isOnly: false,
  keepers: [],
  asksFactor: false,
  ...changes,
});

const cookiesOf = (headers: Headers) => headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

/** A provider, and the ways to and from it, for the tests of a file. */
export async function withProvider(app: TestApp) {
  const provider = await startProvider();
  after(provider.close);
  app.config.internalProviders = [provider.issuer];

  const addresses = (clientId: string) => ({
    redirectUri: `${app.config.publicUrl}/api/auth/provider/${clientId}/callback`,
    logoutUri: `${app.config.publicUrl}/api/auth/provider/${clientId}/logout`,
  });
  /** Makes LMS known at the provider for a client, and the provider to the client. */
  const connect = async (
    client: Pick<TestClient, 'id' | 'schema'>,
    by: Person,
    changes: Partial<Settings> = {},
    more: Partial<ClientMetadata> = {},
  ) => {
    provider.register({
      client_id: changes.appId ?? APP_ID,
      client_secret: APP_SECRET,
      redirect_uris: [addresses(client.id).redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      backchannel_logout_uri: addresses(client.id).logoutUri,
      backchannel_logout_session_required: true,
      ...more,
    });
    const body = settings(client, changes);
    return await app.call(companySignIn.set, { params: { id: client.id }, body }, by.token);
  };
  const settings = (client: Pick<TestClient, 'schema'>, changes: Partial<Settings> = {}) =>
    settingsOf(provider.issuer, client, changes);
  const begin = async (client: Pick<TestClient, 'id' | 'schema'>): Promise<Begun> => {
    const reply = await app.call(companySignIn.begin, { body: { email: `somebody@${client.schema}.test` } });
    assert.equal(reply.status, 200, reply.text);
    return { cookie: cookieIn(reply, 'lps'), url: reply.body.data.url, clientId: client.id };
  };
  const visit = async (url: string) => await followed(url, new URL(app.config.publicUrl).origin);
  /** Lets the browser come back. */
  const comeBack = async (address: URL, cookie: string | undefined) =>
    await app.app.inject({
      method: 'GET',
      url: `${address.pathname}${address.search}`,
      headers: { ...(cookie && { cookie }) },
    });
  const finish = async (
    cookie: string | undefined,
    body: object = {},
    headers: Record<string, string> = {},
  ) =>
    await app.call(companySignIn.finish, {
      body,
      headers: { ...(cookie && { cookie }), ...headers },
    });
  /** A whole sign-in as a person of the provider. */
  const signIn = async (
    client: Pick<TestClient, 'id' | 'schema'>,
    sub: string,
    claims: Record<string, unknown> = {},
  ): Promise<Reply<typeof companySignIn.finish> & { cookie: string }> => {
    provider.people.set(sub, { email_verified: true, ...provider.people.get(sub), ...claims });
    provider.signInAs(sub);
    const begun = await begin(client);
    const back = await comeBack(await visit(begun.url), begun.cookie);
    assert.deepEqual([back.statusCode, back.headers.location], [303, '/login#provider']);
    return { ...(await finish(begun.cookie)), cookie: begun.cookie };
  };
  return { provider, addresses, connect, settings, begin, visit, comeBack, finish, signIn };
}

/** Goes where a provider leads until it leads to `origin`; the address it leads to. */
async function followed(url: string, origin: string): Promise<URL> {
  const jar = new Map<string, string>();
  let at = url;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const each of cookiesOf(response.headers)) {
      const [name = '', ...value] = each.split('=');
      jar.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    if (location === null) assert.fail(`${at} answered ${response.status}: ${await response.text()}`);
    const next = new URL(location, at);
    if (next.origin === origin) return next;
    at = next.href;
  }
  return assert.fail('The provider leads nowhere.');
}

/** A cookie of a reply, as a browser sends it. */
function cookieIn(reply: { headers: Record<string, unknown> }, name: string): string {
  const all = [reply.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0] ?? '');
  return all.find((cookie) => cookie.startsWith(`__Host-${name}=`)) ?? assert.fail(`no cookie ${name}`);
}
