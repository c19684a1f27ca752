import type { Config } from '#server/config.ts';
import type { PushKeys } from '#server/secrets/push-keys.ts';
import { post } from './outgoing.ts';
import type { Outcome } from './outgoing.ts';
import { ANYWHERE, PUBLIC_INTERNET } from './outgoing-addresses.ts';
import type { Reach } from './outgoing-addresses.ts';

/** Milliseconds for one message to a push service. */
const TIME_LIMIT = 10_000;

/** A browser at its push service. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** How long and how urgently a push service keeps a message; a later one with the same topic replaces it. */
export type PushTerms = { seconds: number; urgency: 'normal' | 'high'; topic: string };

/** How this installation sends: its keys, the address by which push services may reach its operator, and its limits. */
export type PushSender = {
  keys: PushKeys;
  subject: string;
  config: Pick<Config, 'internalPushServices'>;
  leave: AbortSignal;
};

/** The addresses that a push service may have: on the public internet, unless the operator has named its origin. */
export const reachOfPush = ({ internalPushServices }: PushSender['config'], { origin }: URL): Reach =>
  internalPushServices.includes(origin) ? ANYWHERE : PUBLIC_INTERNET;

/** The operator's address for push services: this installation's, or the sender of its emails. */
export function pushSubject({ ownOrigin, mail }: Pick<Config, 'ownOrigin' | 'mail'>): string {
  if (ownOrigin?.startsWith('https:')) return ownOrigin;
  const address = mail?.from.split(/[\s<>"]/).find((part) => part.includes('@'));
  return `mailto:${address ?? 'operator@lms.invalid'}`;
}

/**
 * Encrypts a message for a browser (RFC 8291) and hands it to the browser's push service (RFC 8030), within the
 * limits of outgoing requests. The library is loaded here, so that an installation without devices starts without it.
 */
export async function sendPush(
  { keys, subject, config, leave }: PushSender,
  { endpoint, ...browser }: Subscription,
  text: string,
  { seconds, urgency, topic }: PushTerms,
): Promise<Outcome> {
  const { default: library } = await import('web-push');
  const { body, headers } = library.generateRequestDetails({ endpoint, keys: browser }, text, {
    vapidDetails: { subject, ...keys },
    TTL: seconds,
    urgency,
    topic,
  });
  return await post(endpoint, body, headers, {
    reach: reachOfPush(config, new URL(endpoint)),
    timeLimit: TIME_LIMIT,
    leave,
  });
}
