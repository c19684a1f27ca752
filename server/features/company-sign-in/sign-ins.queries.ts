import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { ProviderSignInRow } from '#server/db/tables/provider-tables.ts';
import { tokenHash } from '#server/secrets/tokens.ts';

/** Minutes for the way to the provider and back, and for a code afterwards. */
export const SIGN_IN_MINUTES = 15;

/** The outcome of a sign-in at a provider. */
export type Outcome =
  | { userId: string; session: string | undefined; hasFactor: boolean }
  | { failure: string };

/** A new secret for the cookie of the browser that begins a sign-in. */
export const newBrowserSecret = (): string => randomBytes(32).toString('base64url');

/**
 * State, nonce and PKCE verifier of a sign-in, derived from the cookie of its browser: without that cookie no
 * answer of a provider fits, and nothing needs to be stored for it.
 */
export function proofsOf(tokenKey: string, browserSecret: string) {
  const derived = (what: string) =>
    createHmac('sha256', tokenKey).update(`sign-in ${what} ${browserSecret}`).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
}

/** Notes that a browser has begun to sign in at a provider; forgets sign-ins that have expired. */
export async function beginSignIn(
  system: SystemScope,
  browserSecret: string,
  { clientId, issuer }: { clientId: string; issuer: string },
): Promise<void> {
  const core = openCore(system);
  await core
    .deleteFrom('core.provider_sign_ins')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await core
    .insertInto('core.provider_sign_ins')
    .values({
      browser_hash: tokenHash(browserSecret),
      client_id: clientId,
      issuer,
      expires_at: sql<Date>`now() + make_interval(mins => ${SIGN_IN_MINUTES})`,
    })
    .execute();
}

/**
 * Takes the answer of a provider for a sign-in, once, in whichever process; undefined if this browser awaits
 * none.
 */
export async function takeAnswer(
  system: SystemScope,
  browserSecret: string,
  clientId: string,
): Promise<{ issuer: string } | undefined> {
  return await openCore(system)
    .updateTable('core.provider_sign_ins')
    .set({ answered_at: sql<Date>`now()` })
    .where('browser_hash', '=', tokenHash(browserSecret))
    .where('client_id', '=', clientId)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('issuer')
    .executeTakeFirst();
}

export async function noteOutcome(
  system: SystemScope,
  browserSecret: string,
  outcome: Outcome,
): Promise<void> {
  await openCore(system)
    .updateTable('core.provider_sign_ins')
    .set(
      'failure' in outcome
        ? { failure: outcome.failure }
        : {
            user_id: outcome.userId,
            provider_session: outcome.session ?? null,
            has_factor: outcome.hasFactor,
          },
    )
    .where('browser_hash', '=', tokenHash(browserSecret))
    .execute();
}

/** The sign-in of a browser that the provider has answered, with the provider's name. */
export async function findAnswered(
  system: SystemScope,
  browserSecret: string,
): Promise<(Selectable<ProviderSignInRow> & { name: string }) | undefined> {
  return await openCore(system)
    .selectFrom('core.provider_sign_ins as s')
    .innerJoin('core.providers as p', 'p.client_id', 's.client_id')
    .selectAll('s')
    .select('p.name')
    .where('s.browser_hash', '=', tokenHash(browserSecret))
    .where('s.answered_at', 'is not', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .whereRef('s.issuer', '=', 'p.issuer')
    .executeTakeFirst();
}

/** Uses up a sign-in. False when another request was faster. */
export async function endSignIn(system: SystemScope, browserSecret: string): Promise<boolean> {
  const ended = await openCore(system)
    .deleteFrom('core.provider_sign_ins')
    .where('browser_hash', '=', tokenHash(browserSecret))
    .returning('client_id')
    .executeTakeFirst();
  return ended !== undefined;
}

/**
 * Ends the sessions that a provider has begun for a subject, or one of the provider's own sessions; returns
 * the users. Undefined for a token that has been used.
 */
export async function signOutByProvider(
  system: SystemScope,
  clientId: string,
  issuer: string,
  logout: { tokenId: string; subject: string | undefined; session: string | undefined; minutes: number },
): Promise<string[] | undefined> {
  return await inCore(system, async (trx) => {
    await trx
      .deleteFrom('core.provider_logouts')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
    const isNew = await trx
      .insertInto('core.provider_logouts')
      .values({
        client_id: clientId,
        token_hash: tokenHash(logout.tokenId),
        expires_at: sql<Date>`now() + make_interval(mins => ${logout.minutes})`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('client_id')
      .executeTakeFirst();
    if (!isNew) return undefined;
    const { subject, session } = logout;
    let sessions = trx.deleteFrom('core.sessions').where('provider_of', '=', clientId);
    if (session !== undefined) sessions = sessions.where('provider_session', '=', session);
    if (subject !== undefined)
      sessions = sessions.where('user_id', 'in', (eb) =>
        eb
          .selectFrom('core.provider_people')
          .select('user_id')
          .where('client_id', '=', clientId)
          .where('issuer', '=', issuer)
          .where('subject', '=', subject),
      );
    const ended = await sessions.returning('user_id').execute();
    return [...new Set(ended.map((row) => row.user_id))];
  });
}
