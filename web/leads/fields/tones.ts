import { foldOption } from '#shared/fields/lead-options.ts';
import { optionTone } from '#shared/fields/option-tones.ts';
import type { ColouredOption, Tone } from '#shared/fields/option-tones.ts';

/** The colour of a status: the client's choice, else that of its meaning, else that of its name. */
export function statusTone(status: string, options: readonly ColouredOption[]): Tone {
  return optionTone('status', status, options);
}

/** The colour of a source, the same on every screen and in every chart. */
export function sourceTone(source: string, options: readonly ColouredOption[]): Tone {
  return optionTone('source', source, options);
}

export function interestTone(level: string, options: readonly ColouredOption[]): Tone {
  return optionTone('interest_level', level, options);
}

const CALL_TONES: Record<string, Tone> = {
  completed: 'green',
  no_answer: 'amber',
  busy: 'amber',
  voicemail: 'violet',
};

/** The colour of a call's status. */
export function callTone(status: string): Tone {
  return CALL_TONES[foldOption(status)] ?? 'neutral';
}
