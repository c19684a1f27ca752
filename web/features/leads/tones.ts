import { foldOption } from '#shared/lead-options.ts';
import type { Tone } from '#shared/option-tones.ts';

const CALL_TONES: Record<string, Tone> = {
  completed: 'green',
  no_answer: 'amber',
  busy: 'amber',
  voicemail: 'violet',
};

/** The colour of how a call went. */
export function callTone(status: string): Tone {
  return CALL_TONES[foldOption(status)] ?? 'neutral';
}
