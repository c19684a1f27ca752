import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { foldOption, statusMeaning } from '#shared/fields/lead-options.ts';
import type { Option, StatusMeaning } from '#shared/fields/lead-options.ts';

/** The named colours of badges. The page's tokens define how each looks. */
export const TONES = ['neutral', 'blue', 'violet', 'teal', 'amber', 'green', 'red', 'pink'] as const;
export type Tone = (typeof TONES)[number];

/** A client's option: with a colour if one was chosen, and with a meaning if it is a status. */
export type ColouredOption = Option & { tone?: Tone | undefined; meaning?: StatusMeaning | undefined };

/** The fields shown as badges, with the default colours of well-known values. */
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

/** Whether the options of a field have colours for badges. */
export function isColoured(field: LeadFieldKey): boolean {
  return Object.hasOwn(KNOWN, field);
}

/**
 * Returns the colour of a value: the one chosen for its option; else green for a won and red for a lost
 * status; else the well-known value's; else neutral. `-` and `_` are equal.
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
