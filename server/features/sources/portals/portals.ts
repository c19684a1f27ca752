import type { SourceKind } from '#shared/company/sources.ts';
import { facebook } from './facebook.ts';
import { googleAds } from './google-ads.ts';
import { indiaMart } from './indiamart.ts';
import { justDial } from './justdial.ts';
import { other } from './other.ts';
import { MAX_ANSWERS } from './portal.ts';
import type { Portal, Reading } from './portal.ts';

/** The portals by kind of source. */
const PORTALS: Readonly<Record<SourceKind, Portal>> = {
  google_ads: googleAds,
  indiamart: indiaMart,
  justdial: justDial,
  facebook,
  other,
  // Telephone systems: their events are named by path, and read by `read-event.ts`.
  exotel: other,
  knowlarity: other,
  twilio: other,
  asterisk: other,
  telephony: other,
};

/** The leads of a request to a source of this kind, one by one. */
export const partsIn = (kind: SourceKind, payload: unknown): unknown[] => PORTALS[kind].parts(payload);

/** One lead as its portal wrote it; `hasMore` when more answers were sent than are read. */
export function readPart(kind: SourceKind, part: unknown): Reading & { hasMore: boolean } {
  const { answers, ...reading } = PORTALS[kind].read(part);
  return { ...reading, answers: answers.slice(0, MAX_ANSWERS), hasMore: answers.length > MAX_ANSWERS };
}
