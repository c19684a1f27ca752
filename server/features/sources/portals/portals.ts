import type { SourceKind } from '#shared/sources.ts';
import { facebook } from './facebook.ts';
import { googleAds } from './google-ads.ts';
import { indiaMart } from './indiamart.ts';
import { justDial } from './justdial.ts';
import { other } from './other.ts';
import type { Portal } from './portal.ts';

/** The portals by the kind of a source. */
export const PORTALS: Readonly<Record<SourceKind, Portal>> = {
  google_ads: googleAds,
  indiamart: indiaMart,
  justdial: justDial,
  facebook,
  other,
};
