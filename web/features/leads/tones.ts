import { foldOption, statusMeaning } from '#shared/lead-options.ts';
import type { Option, StatusMeaning } from '#shared/lead-options.ts';
import type { Tone } from '#web/ui/Badge.tsx';

const STATUS_TONES: Record<string, Tone> = {
  new: 'blue',
  contacted: 'violet',
  qualified: 'teal',
  proposal: 'amber',
  negotiation: 'pink',
  closed: 'neutral',
};

/** Won is green and lost is red whatever it is called; a status nobody knows stays neutral. */
export function statusTone(
  status: string,
  options: readonly (Option & { meaning?: StatusMeaning })[] = [],
): Tone {
  const configured = options.find(({ value }) => value === status)?.meaning;
  const meaning = configured ?? statusMeaning(status);
  if (meaning === 'won') return 'green';
  if (meaning === 'lost') return 'red';
  return STATUS_TONES[foldOption(status)] ?? 'neutral';
}

const SOURCE_TONES: Record<string, Tone> = {
  website: 'blue',
  linkedin: 'blue',
  referral: 'green',
  social_media: 'pink',
  cold_email: 'violet',
  email_campaign: 'violet',
  event: 'amber',
  advertisement: 'amber',
  phone_call: 'teal',
};

export function sourceTone(source: string): Tone {
  return SOURCE_TONES[foldOption(source)] ?? 'neutral';
}

const INTEREST_TONES: Record<string, Tone> = { high: 'green', medium: 'amber', low: 'neutral' };

export function interestTone(level: string): Tone {
  return INTEREST_TONES[foldOption(level)] ?? 'neutral';
}

const CALL_TONES: Record<string, Tone> = {
  completed: 'green',
  no_answer: 'amber',
  busy: 'amber',
  voicemail: 'violet',
};

export function callTone(status: string): Tone {
  return CALL_TONES[foldOption(status)] ?? 'neutral';
}
