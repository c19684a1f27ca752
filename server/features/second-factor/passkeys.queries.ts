import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { MOST_PASSKEYS } from '#shared/accounts/second-factor.ts';
import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import type { CreatedPasskey, PasskeyCreation, PasskeyRequest } from '#shared/accounts/webauthn.ts';
import type { Account } from '#server/accounts/account.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { Conflict, InvalidInput, NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/auth/open-access.queries.ts';
import { noteFactor, removeFactor } from '#server/features/second-factor/factors.queries.ts';
import { CHALLENGE_MINUTES, isChallenge, newChallenge } from '#server/secrets/challenges.ts';
import { tokenHash } from '#server/secrets/tokens.ts';

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT = CHALLENGE_MINUTES * 60_000;

const UNKNOWN_PASSKEY = 'This passkey no longer exists.';
const NOT_KNOWN = 'This passkey belongs to no account here. It may have been removed.';
const NOT_YOURS = 'This passkey belongs to another account.';
const TOO_LATE = 'This took too long, or was sent twice. Please try again.';
const NOT_VERIFIED = 'This passkey could not be verified. Please try again.';
const COPIED = 'This passkey may have been copied and was refused. Sign in another way, then remove it.';

/** A database with the installation's key, by which challenges are sealed. */
type Keyed = SystemScope & { installation: { tokenKey: string } };
type Whose = Pick<Account, 'id' | 'email' | 'firstName' | 'lastName'>;
/** The domain and origin of passkeys, and what a challenge is for: `sign-in`, an account and a session. */
type Asked = { party: { id: string; origin: string }; purpose: string };

const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** The user's passkeys for a domain, as browsers name them. */
async function descriptorsOf(system: SystemScope, userId: string, party: string) {
  const rows = await openCore(system)
    .selectFrom('core.passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('relying_party', '=', party)
    .orderBy('id')
    .execute();
  return rows.map(({ credential_id: id, transports }) => ({ id, type: 'public-key' as const, transports }));
}

/** The request with which a browser creates a passkey for the user. */
export async function passkeyCreation(
  system: Keyed,
  { id, email, firstName, lastName }: Whose,
  { party, purpose }: Asked,
): Promise<PasskeyCreation> {
  return {
    challenge: newChallenge(system.installation.tokenKey, purpose),
    rp: { id: party.id, name: 'LMS' },
    user: { id: handleOf(id), name: email, displayName: `${firstName} ${lastName}` },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT,
    attestation: 'none',
    excludeCredentials: await descriptorsOf(system, id, party.id),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** The request with which a browser asks for any passkey, or for one of the user's. */
export async function passkeyRequest(
  system: Keyed,
  { party, purpose }: Asked,
  userId?: string,
): Promise<PasskeyRequest> {
  return {
    challenge: newChallenge(system.installation.tokenKey, purpose),
    rpId: party.id,
    timeout: TIMEOUT,
    userVerification: 'required',
    allowCredentials: userId === undefined ? [] : await descriptorsOf(system, userId, party.id),
  };
}

/**
 * Stores a passkey; returns the recovery codes that come with the user's first factor, which ends all open
 * access except `keepSession`. Throws 409 when the user has too many, and 422 for a passkey that cannot be
 * verified.
 */
export async function addPasskey(
  system: Keyed,
  userId: string,
  asked: Asked,
  { name, passkey, keepSession }: { name: string; passkey: CreatedPasskey; keepSession: string },
): Promise<{ id: string; recoveryCodes: string[] | null }> {
  const { challenge, credential } = await verifyCreated(system, asked, passkey);
  if (!(await spend(system, challenge))) throw refusedPasskey(TOO_LATE);
  const id = uuidv7();
  const recoveryCodes = await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    const { count } = await trx
      .selectFrom('core.passkeys')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_PASSKEYS)
      throw new Conflict(`You have ${MOST_PASSKEYS} passkeys. Remove one before you add another.`);
    const added = await trx
      .insertInto('core.passkeys')
      .values({
        id,
        user_id: userId,
        relying_party: asked.party.id,
        credential_id: credential.id,
        name,
        public_key: Buffer.from(credential.publicKey),
        sign_count: credential.counter,
        transports: passkey.response.transports ?? [],
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new Conflict('This passkey has been added already.');
    return await noteFactor(trx, userId, keepSession);
  });
  return { id, recoveryCodes };
}

export const refusedPasskey = (message: string) => new InvalidInput([{ field: 'passkey', message }]);

async function verifyCreated(system: Keyed, { party, purpose }: Asked, passkey: CreatedPasskey) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const challenge = challengeIn(passkey.response.clientDataJSON);
  if (!isChallenge(system.installation.tokenKey, purpose, challenge)) throw refusedPasskey(TOO_LATE);
  const { transports: _, ...response } = passkey.response;
  const verified = await verifyRegistrationResponse({
    response: wholeAnswer(passkey.id, response),
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!verified?.verified) throw refusedPasskey(NOT_VERIFIED);
  return { challenge, credential: verified.registrationInfo.credential };
}

/**
 * Removes one of the user's passkeys; recovery codes go with the last factor. Throws 404, and 409 for the last
 * factor of a user who needs one.
 */
export async function removePasskey(
  system: SystemScope,
  user: Pick<Account, 'id' | 'secondFactor'>,
  id: string,
): Promise<void> {
  await removeFactor(system, user, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('core.passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new NotFound(UNKNOWN_PASSKEY);
  });
}

/** The account that a passkey has proven, or why it has not, with the account if the passkey is known. */
type Outcome = { userId: string; refusal?: never } | { userId?: string; refusal: string };

/**
 * Verifies a passkey's answer to a challenge of this purpose, which counts once; `owner` is the only account
 * whose passkey will do, if the caller knows it.
 */
export async function usePasskey(
  system: Keyed,
  { party, purpose }: Asked,
  passkey: UsedPasskey,
  owner?: string,
): Promise<Outcome> {
  const core = openCore(system);
  const stored = await core
    .selectFrom('core.passkeys')
    .select(['id', 'user_id', 'public_key', 'relying_party'])
    .where('credential_id', '=', passkey.id)
    .executeTakeFirst();
  if (!stored) return { refusal: NOT_KNOWN };
  const userId = stored.user_id;
  if (owner !== undefined && owner !== userId) return { refusal: NOT_YOURS };
  const challenge = challengeIn(passkey.response.clientDataJSON);
  if (!isChallenge(system.installation.tokenKey, purpose, challenge)) return { userId, refusal: TOO_LATE };
  const handle = passkey.response.userHandle;
  const isForThis = stored.relying_party === party.id && (handle ?? handleOf(userId)) === handleOf(userId);
  const count = isForThis ? await verifiedCount(passkey, challenge, party, stored.public_key) : undefined;
  if (count === undefined) return { userId, refusal: NOT_VERIFIED };
  if (!(await spend(system, challenge))) return { userId, refusal: TOO_LATE };
  const used = await core
    .updateTable('core.passkeys')
    .set({ sign_count: count, last_used_at: sql<Date>`now()` })
    .where('id', '=', stored.id)
    // Passkeys that are shared between devices don't count and always say 0.
    .where(sql<boolean>`(sign_count < ${count} OR (sign_count = 0 AND ${count} = 0))`)
    .returning('id')
    .executeTakeFirst();
  return used ? { userId } : { userId, refusal: COPIED };
}

/** A browser's answer with the parts of it that say nothing. */
const wholeAnswer = <Response>(id: string, response: Response) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  response,
  clientExtensionResults: {},
});

/** The signature counter in a genuine answer; undefined for any other. */
async function verifiedCount(
  passkey: UsedPasskey,
  challenge: string,
  party: Asked['party'],
  publicKey: Buffer,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle, ...response } = passkey.response;
  const verified = await verifyAuthenticationResponse({
    response: wholeAnswer(passkey.id, { ...response, ...(userHandle !== undefined && { userHandle }) }),
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // The counter is compared where it is stored, so that two servers cannot both accept it.
    credential: { id: passkey.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(() => undefined);
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/** The challenge that an answer names; '' if it names none or comes from a page inside another. */
function challengeIn(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as Record<
      string,
      unknown
    > | null;
    return typeof data?.['challenge'] === 'string' && data['crossOrigin'] !== true ? data['challenge'] : '';
  } catch {
    return '';
  }
}

/** Marks a challenge as answered; false if it was already. Forgets those that have expired. */
async function spend(system: SystemScope, challenge: string): Promise<boolean> {
  const core = openCore(system);
  await core
    .deleteFrom('core.answered_challenges')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  const spent = await core
    .insertInto('core.answered_challenges')
    .values({
      challenge_hash: tokenHash(challenge),
      expires_at: sql<Date>`now() + make_interval(mins => ${2 * CHALLENGE_MINUTES})`,
    })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .executeTakeFirst();
  return spent !== undefined;
}
