import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { foldOption, statusMeaning } from '#shared/lead-options.ts';
import type { Option, StatusMeaning } from '#shared/lead-options.ts';

/** The named colours of badges; the page's tokens give each its look. */
export const TONES = ['neutral', 'blue', 'violet', 'teal', 'amber', 'green', 'red', 'pink'] as const;
export type Tone = (typeof TONES)[number];

/** An option of a client: with a colour where one was chosen, with a meaning if the option is a status. */
export type ColouredOption = Option & { tone?: Tone | undefined; meaning?: StatusMeaning | undefined };

/** The fields that are shown as badges, with the colours of well-known values for options without a chosen one. */
const KNOWN: Partial<Record<LeadFieldKey, Record<string, Tone>>> = {
  status: {
    new: 'blue',
    contacted: 'violet',
    qualified: 'teal',
    proposal: 'amber',
    negotiation: 'pink',
    closed: 'neutral',
  },
  source: {
    website: 'blue',
    linkedin: 'blue',
    referral: 'green',
    social_media: 'pink',
    cold_email: 'violet',
    email_campaign: 'violet',
    event: 'amber',
    advertisement: 'amber',
    phone_call: 'teal',
    indiamart: 'teal',
    justdial: 'violet',
    walk_in: 'pink',
    trade_fair: 'amber',
  },
  interest_level: { high: 'green', medium: 'amber', low: 'neutral' },
};

/** Whether the options of a field have colours, which badges show. */
export function isColoured(field: LeadFieldKey): boolean {
  return Object.hasOwn(KNOWN, field);
}

/**
 * The colour of a value: the chosen one of its option; else green for a won and red for a lost status; else the
 * well-known name's; else neutral. `-` and `_` are alike.
 */
export function optionTone(
  field: LeadFieldKey,
  value: string,
  options: readonly ColouredOption[] = [],
): Tone {
  const folded = foldOption(value);
  const own =
    options.find((option) => option.value === value) ??
    options.find((option) => foldOption(option.value) === folded);
  if (own?.tone) return own.tone;
  const meaning = field === 'status' ? (own?.meaning ?? statusMeaning(value)) : 'open';
  if (meaning !== 'open') return meaning === 'won' ? 'green' : 'red';
  return KNOWN[field]?.[folded] ?? 'neutral';
}
