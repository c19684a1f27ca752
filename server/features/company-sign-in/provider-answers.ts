import type { Config } from '#server/config.ts';
import { ProviderFailure } from '#server/features/company-sign-in/failures.ts';
import {
  CLOCK_TOLERANCE,
  discover,
  failureOf,
  reaching,
} from '#server/features/company-sign-in/provider-calls.ts';
import type { Connection } from '#server/features/company-sign-in/provider-calls.ts';

type Reaching = Pick<Config, 'internalProviders'>;

/** The texts that bind an answer to the browser that asked; all derived from its cookie. */
export type Proofs = { state: string; nonce: string; verifier: string };

/** A person as a provider has just signed them in. */
export type Claims = {
  issuer: string;
  subject: string;
  /** The provider's name for the session, with which it tells of its end. */
  session: string | undefined;
  /** Undefined unless the provider has verified it. */
  email: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  /** The provider has asked for a second factor. */
  hasFactor: boolean;
  /** The values of a claim, whether it is a list or one text; `a.b` looks inside. */
  valuesOf: (claim: string) => string[];
};

/** The address at which the provider asks who somebody is. Throws ProviderFailure. */
export async function addressToGo(
  config: Reaching,
  connection: Connection,
  { redirectUri, email, ...proofs }: Proofs & { redirectUri: string; email: string },
): Promise<string> {
  const oidc = await import('openid-client');
  const found = await discover(config, connection);
  const challenge = await oidc.calculatePKCECodeChallenge(proofs.verifier);
  const url = oidc.buildAuthorizationUrl(found, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: proofs.state,
    nonce: proofs.nonce,
    login_hint: email,
  });
  // Nothing but an address of the web may reach the page.
  if (!/^https?:$/.test(url.protocol)) throw new ProviderFailure('invalid');
  return url.href;
}

/**
 * The person of an answer: the code is exchanged, and everything about the answer verified. Throws
 * ProviderFailure.
 */
export async function personIn(
  config: Reaching,
  connection: Connection,
  currentUrl: URL,
  { state, nonce, verifier }: Proofs,
): Promise<Claims> {
  const oidc = await import('openid-client');
  const found = await discover(config, connection);
  try {
    const tokens = await oidc.authorizationCodeGrant(found, currentUrl, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new ProviderFailure('invalid');
    if (claims.iat > Date.now() / 1000 + CLOCK_TOLERANCE) throw new ProviderFailure('clock');
    const more = found.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(found, tokens.access_token, claims.sub)
      : {};
    return claimsOf({ ...more, ...claims }, claims);
  } catch (error) {
    throw failureOf(error);
  }
}

type Values = Readonly<Record<string, unknown>>;

function claimsOf(all: Values, { iss, sub }: { iss: string; sub: string }): Claims {
  const { sid, email, amr } = all;
  const [first, ...others] = (textOf(all['name']) ?? '').split(/\s+/);
  return {
    issuer: iss,
    subject: sub,
    session: textOf(sid),
    email: isVerified(all) ? textOf(email) : undefined,
    firstName: textOf(all['given_name']) ?? first,
    lastName: textOf(all['family_name']) ?? others.join(' '),
    hasFactor: Array.isArray(amr) && amr.includes('mfa'),
    valuesOf: (claim) => textsOf(all[claim] ?? inside(all, claim)),
  };
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= 300 ? value : undefined;

/** Microsoft says it in a claim of its own. */
const isVerified = ({ email_verified: usual, xms_edov: microsoft }: Values) =>
  usual === true || usual === 'true' || [true, 1, '1', 'true'].some((yes) => yes === microsoft);

function inside(all: Values, path: string): unknown {
  let value: unknown = all;
  for (const part of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Values)[part] : undefined;
  return value;
}

const textsOf = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string');

/** The signatures that count: by a key of which the provider publishes only a half. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Minutes for which a logout token counts. */
export const LOGOUT_MINUTES = 10;

/** The sessions that a provider ends: those of a subject, or of one of its own sessions. */
export type Logout = { tokenId: string; subject: string | undefined; session: string | undefined };

/** Reads a logout token. Throws ProviderFailure for one that is not valid. */
export async function logoutIn(config: Reaching, connection: Connection, token: string): Promise<Logout> {
  const jose = await import('jose');
  try {
    // A stranger's token costs no request to the provider.
    const { iss, aud } = jose.decodeJwt(token);
    if (typeof iss !== 'string' || ![aud].flat().includes(connection.appId))
      throw new ProviderFailure('invalid');
    const found = (await discover(config, connection)).serverMetadata();
    const response = await reaching(config)(found.jwks_uri ?? '', { method: 'GET' });
    const keys = jose.createLocalJWKSet(
      (await response.json()) as Parameters<typeof jose.createLocalJWKSet>[0],
    );
    const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
      issuer: found.issuer,
      audience: connection.appId,
      algorithms: SIGNATURES,
      clockTolerance: CLOCK_TOLERANCE,
      maxTokenAge: `${LOGOUT_MINUTES} minutes`,
      requiredClaims: ['iss', 'aud', 'iat', 'jti', 'events'],
    });
    const { jti, sub, sid, events } = payload as Values;
    const isLogout =
      typeof events === 'object' && events !== null && typeof (events as Values)[LOGOUT_EVENT] === 'object';
    const isTyped = ['logout+jwt', 'jwt', undefined].includes(protectedHeader.typ?.toLowerCase());
    const [tokenId, subject, session] = [textOf(jti), textOf(sub), textOf(sid)];
    if (!isLogout || !isTyped || payload['nonce'] !== undefined) throw new ProviderFailure('invalid');
    if (tokenId === undefined || (subject === undefined && session === undefined))
      throw new ProviderFailure('invalid');
    return { tokenId, subject, session };
  } catch (error) {
    throw failureOf(error);
  }
}

/** The fault of a connection, as a sentence; undefined if there is none. */
export async function faultOf(
  config: Reaching,
  connection: Connection,
  redirectUri: string,
): Promise<string | undefined> {
  const oidc = await import('openid-client');
  let found;
  try {
    found = await discover(config, connection);
  } catch (error) {
    return faultWords(failureOf(error));
  }
  const { jwks_uri, code_challenge_methods_supported: challenges } = found.serverMetadata();
  if (challenges && !challenges.includes('S256')) return 'The provider does not support PKCE with S256.';
  try {
    const keys = (await (await reaching(config)(jwks_uri ?? '', { method: 'GET' })).json()) as Values;
    if (!Array.isArray(keys['keys']) || keys['keys'].length === 0) return 'The provider publishes no keys.';
  } catch {
    return 'The keys of the provider cannot be read.';
  }
  try {
    // No provider has given this code: it refuses the code if it accepts the client, and the client otherwise.
    const asked = { code: 'test', redirect_uri: redirectUri, code_verifier: oidc.randomPKCECodeVerifier() };
    await oidc.genericGrantRequest(found, 'authorization_code', asked);
  } catch (error) {
    const { failure } = failureOf(error);
    if (failure === 'refused') return 'The provider does not accept the client ID or the client secret.';
    if (failure === 'unreachable') return 'The provider’s token address cannot be reached.';
  }
  return undefined;
}

function faultWords({ failure, cause }: ProviderFailure): string {
  if (failure === 'unreachable')
    return 'The provider cannot be reached, or there is no OpenID Connect at this address. Check the issuer, and that it is open to the internet.';
  const issuer = issuerIn(cause);
  return issuer === undefined
    ? 'The answer of the provider is not a valid OpenID Connect document.'
    : `The provider calls itself ${issuer}. Enter exactly that as the issuer.`;
}

/** The issuer that a discovery document names instead of the expected one. */
function issuerIn(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { cause?: { body?: { issuer?: unknown } } };
  return textOf(cause?.body?.issuer);
}
