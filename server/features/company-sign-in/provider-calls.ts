import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client';
import type { Config } from '#server/config.ts';
import { ProviderFailure } from '#server/features/company-sign-in/failures.ts';
import { Unanswered, exchange } from '#server/outside/outgoing.ts';
import { ANYWHERE, PUBLIC_INTERNET } from '#server/outside/outgoing-addresses.ts';

/** Milliseconds for one request to a provider. */
const TIME_LIMIT = 8000;
/** Bytes of one response of a provider. */
const MOST_READ = 512 * 1024;
/** Seconds by which the provider's clock may differ. */
export const CLOCK_TOLERANCE = 60;

/** How LMS is known at a provider; `secret` null: without one, by PKCE alone. */
export type Connection = { issuer: string; appId: string; secret: string | null };

type Asked = Pick<CustomFetchOptions, 'method'> & Partial<Pick<CustomFetchOptions, 'headers' | 'body'>>;
type Reaching = Pick<Config, 'internalProviders'>;

/** Whether a provider may be at this address: with https, unless the operator has named its origin. */
export const mayBeProvider = ({ internalProviders }: Reaching, url: URL): boolean =>
  url.protocol === 'https:' || internalProviders.includes(url.origin);

/** Sends a provider's requests within the limits of outgoing ones. Throws Unanswered. */
export function reaching({ internalProviders }: Reaching) {
  return async (url: string, { method, headers, body }: Asked): Promise<Response> => {
    const isInternal = internalProviders.includes(URL.parse(url)?.origin ?? '');
    const text = typeof body === 'string' || body instanceof URLSearchParams ? String(body) : undefined;
    return await exchange(
      url,
      {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: {
          ...headers,
          ...(text !== undefined && { 'content-length': String(Buffer.byteLength(text)) }),
        },
        ...(text !== undefined && { body: text }),
      },
      {
        reach: isInternal ? ANYWHERE : PUBLIC_INTERNET,
        timeLimit: TIME_LIMIT,
        most: MOST_READ,
        leave: new AbortController().signal,
      },
    );
  };
}

/**
 * Reads a provider's discovery document: at every sign-in, so that new keys and addresses count at once.
 * Throws ProviderFailure.
 */
export async function discover(config: Reaching, connection: Connection): Promise<Configuration> {
  // Loaded here, so that an installation without providers starts without the library.
  const oidc = await import('openid-client');
  const { issuer, appId } = connection;
  const server = new URL(issuer);
  if (!mayBeProvider(config, server)) throw new ProviderFailure('unreachable');
  const found = await oidc
    .discovery(server, appId, { [oidc.clockTolerance]: CLOCK_TOLERANCE }, await anyOf(connection), {
      [oidc.customFetch]: reaching(config),
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    })
    .catch((error: unknown) => {
      throw failureOf(error);
    });
  // The library lets an issuer of Microsoft differ: it could stand for every company there.
  if (new URL(found.serverMetadata().issuer).href !== server.href) throw new ProviderFailure('invalid');
  return found;
}

/** Authenticates in the way that the provider names first among those with a secret. */
async function anyOf({ secret }: Connection): Promise<ClientAuth> {
  const { None, ClientSecretBasic, ClientSecretPost } = await import('openid-client');
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (as, client, body, headers) => {
    const ways = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (ways.includes('client_secret_post') ? post : basic)(as, client, body, headers);
  };
}

/** The refusals of a provider's token endpoint that mean a wrong client ID or secret. */
const WRONG_CLIENT = new Set(['invalid_client', 'unauthorized_client']);

/** The failure that an error of the library means. */
export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof Unanswered) return new ProviderFailure('unreachable', error);
    const { code, error: refusal, status } = cause as Error & Record<string, unknown>;
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return new ProviderFailure('clock', error);
    if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return new ProviderFailure('cancelled', error);
    if (code === 'OAUTH_RESPONSE_BODY_ERROR')
      return new ProviderFailure(WRONG_CLIENT.has(String(refusal)) ? 'refused' : 'invalid', error);
    if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
      return new ProviderFailure(status === 401 ? 'refused' : 'invalid', error);
    // A page of a proxy, or an error of the provider, instead of an answer.
    if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON')
      return new ProviderFailure('unreachable', error);
  }
  return new ProviderFailure('invalid', error);
}
