import { dayOf } from '#shared/values/dates.ts';
import { NewRepeat } from '#shared/activities/repeat.ts';
import type { Repeat, RepeatUnit } from '#shared/activities/repeat.ts';
import { numberOf } from '#web/lib/forms/typed-number.ts';

/** A repetition being chosen: a usual rhythm, or `custom` with its number and unit as typed. */
export type RepeatDraft = { rhythm: string; every: string; unit: RepeatUnit; until: string };
export type RepeatErrors = Partial<Record<'every' | 'until', string>>;

export const CUSTOM = 'custom';
export const NEVER = 'never';
/** The choices; the values of the usual rhythms are number and unit. */
export const RHYTHMS = [
  { value: NEVER, label: 'Never' },
  { value: '1 day', label: 'Every day' },
  { value: '1 week', label: 'Every week' },
  { value: '2 week', label: 'Every 2 weeks' },
  { value: '1 month', label: 'Every month' },
  { value: CUSTOM, label: 'Custom' },
];
const CUSTOM_START = { every: '3', unit: 'day' } as const;

export const repeats = ({ rhythm }: RepeatDraft) => rhythm !== NEVER;

/** The draft of an existing repetition. */
export function draftOf(repeat: Repeat | null): RepeatDraft {
  if (!repeat) return { rhythm: NEVER, ...CUSTOM_START, until: '' };
  const { every, unit, until } = repeat;
  const usual = RHYTHMS.find(({ value }) => value === `${every} ${unit}`);
  const typed = { rhythm: usual?.value ?? CUSTOM, every: String(every), unit, until: until ?? '' };
  return usual ? { ...typed, ...CUSTOM_START } : typed;
}

/** The repetition as it is sent, or the errors in the draft of one that begins at `due`. */
export function readRepeat(
  draft: RepeatDraft,
  due: Date | undefined,
  timeZone: string,
): { repeat: NewRepeat | null } | { errors: RepeatErrors } {
  if (!repeats(draft)) return { repeat: null };
  const [every = '', unit] = draft.rhythm === CUSTOM ? [draft.every, draft.unit] : draft.rhythm.split(' ');
  const read = NewRepeat.safeParse({ every: numberOf(every), unit, until: draft.until || null });
  const errors: RepeatErrors = {};
  for (const { path, message } of read.error?.issues ?? []) errors[path[0] as keyof RepeatErrors] ??= message;
  if (read.data && read.data.until !== null && due && read.data.until < dayOf(due, timeZone))
    errors.until = 'Choose a last day on or after the due date.';
  return read.data && Object.keys(errors).length === 0 ? { repeat: read.data } : { errors };
}

/** The server's messages by input. It names them `repeat.until`. */
export const repeatErrors = ({
  'repeat.every': every,
  'repeat.until': until,
}: Record<string, string>): RepeatErrors => ({ ...(every && { every }), ...(until && { until }) });
