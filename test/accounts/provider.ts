import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { GenerateKeyPairResult, JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';
import type { ClientMetadata, Configuration } from 'oidc-provider';
import { unchecked } from '#shared/protocol/unchecked.ts';

/** The claims of the provider about a person; `sub` is set by it. */
type Person = Record<string, unknown>;
/** Changes a response of the provider before it is sent; `at` is the path. */
type Tamper = (body: Record<string, unknown>, at: string) => Promise<object | string> | object | string;

/** A real OpenID Connect provider on this machine, whose answers a test may forge with its own key. */
export type TestProvider = {
  issuer: string;
  people: Map<string, Person>;
  /** Adds or changes a client of the provider. */
  register: (client: ClientMetadata) => void;
  /** Signs everybody in as this person, without asking; undefined: shows its own sign-in page. */
  signInAs: (sub: string | undefined) => void;
  tamper: (how: Tamper | undefined) => void;
  /** A token with the provider's key, or one that it has never published. */
  sign: (claims: JWTPayload, header?: { kid?: string; typ?: string; foreign?: boolean }) => Promise<string>;
  /** Replaces the keys, as if they had been turned over. */
  turnKeysOver: () => Promise<void>;
  /** The number of requests that have arrived. */
  requests: () => number;
  close: () => Promise<void>;
};

type Key = { kid: string; key: GenerateKeyPairResult['privateKey']; jwk: object };

async function newKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = `key-${Math.floor(performance.now() * 1000)}`;
  return { kid, key: privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** The first key of every provider, and the one that none has published: making a pair takes long. */
let pairs: Promise<readonly [own: Key, foreign: Key]> | undefined;
const firstKeys = async () => await (pairs ??= Promise.all([newKey(), newKey()]));

function configuration(
  clients: ClientMetadata[],
  keys: readonly Key[],
  people: ReadonlyMap<string, Person>,
): Configuration {
  const hour = 3600;
  return {
    clients,
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    cookies: { keys: ['only a test'] },
    ttl: { AccessToken: hour, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'amr', 'groups', 'xms_edov'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    pkce: { required: () => true },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }),
    }),
    // Nobody is asked whether LMS may know their email.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** `server`: one whose address is known already, where it matters. */
export async function startProvider(server = createServer()): Promise<TestProvider> {
  const [own, foreign] = await firstKeys();
  let keys = [own];
  const clients = new Map<string, ClientMetadata>();
  const people = new Map<string, Person>();
  let signedInAs: string | undefined;
  let tamper: Tamper | undefined;
  let requests = 0;
  let handle: ReturnType<Provider['callback']>;
  server.on('request', (request, response) => {
    requests += 1;
    void handle(request, response);
  });
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const build = () => {
    const provider = new Provider(issuer, configuration([...clients.values()], keys, people));
    provider.use(async (ctx, next) => {
      const asked = ctx.path.startsWith('/interaction/') && signedInAs !== undefined;
      if (asked) {
        const result = { login: { accountId: signedInAs ?? '' } };
        ctx.respond = false;
        await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
        return;
      }
      await next();
      if (tamper && typeof ctx.body === 'object' && ctx.body !== null)
        ctx.body = await tamper(unchecked<Record<string, unknown>>(ctx.body), ctx.path);
    });
    handle = provider.callback();
  };
  build();

  return {
    issuer,
    people,
    register: (client) => {
      clients.set(client.client_id, client);
      build();
    },
    signInAs: (sub) => {
      signedInAs = sub;
    },
    tamper: (how) => {
      tamper = how;
    },
    sign: async (claims, { kid, typ, foreign: isForeign = false } = {}) => {
      const used = isForeign ? foreign : (keys[0] ?? foreign);
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: kid ?? used.kid, ...(typ && { typ }) })
        .sign(used.key);
    },
    turnKeysOver: async () => {
      keys = [await newKey()];
      build();
    },
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
