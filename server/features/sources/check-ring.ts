import type { Ring } from '#shared/activities/telephony.ts';
import { RING_WORDS, isTelephony } from '#shared/activities/telephony.ts';
import { InvalidInput } from '#server/errors.ts';
import { ANYWHERE, PUBLIC_INTERNET, leadsInside } from '#server/outside/outgoing-addresses.ts';

const NOT_THIS = 'Only telephone systems can place calls.';
const INSIDE = 'Enter an https address on the public internet.';
const WORD = /\{\{([^{}]{0,40})\}\}/g;

/**
 * Throws 422 for click to call of a portal, for an address inside the own network that the operator has not named, and for
 * words that stand for nothing.
 */
export function checkRing(kind: string, ring: Ring | null | undefined, internal: readonly string[]): void {
  if (!ring) return;
  const refuse = (field: string, message: string) => new InvalidInput([{ field: `ring.${field}`, message }]);
  if (!isTelephony(kind)) throw refuse('address', NOT_THIS);
  const { address, body } = ring;
  for (const [field, text] of Object.entries({ address, body: Object.values(body).join(' ') }))
    for (const [, word = ''] of text.matchAll(WORD))
      if (!Object.hasOwn(RING_WORDS, word))
        throw refuse(field, `{{${word}}} isn’t a placeholder. Choose one from the list.`);
  const target = URL.parse(address.replaceAll(WORD, 'x'));
  const reach = internal.includes(target?.origin ?? '') ? ANYWHERE : PUBLIC_INTERNET;
  if (!target || leadsInside(target, reach)) throw refuse('address', INSIDE);
}
