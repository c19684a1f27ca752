import { optionLabel } from '#shared/fields/lead-options.ts';

type Length = { duration: number; seconds?: number | null };
type Kind = { call_type: string; call_status: string };

/** Whether nobody answered somebody who called. */
export const isMissed = ({ call_type, call_status }: Kind) =>
  call_type === 'inbound' && call_status === 'no-answer';

/** The result of a call: `Completed`, `Missed`. */
export const statusWords = (call: Kind) => (isMissed(call) ? 'Missed' : optionLabel(call.call_status));

/** How long a call was: `2 min 14 s` where a telephone system has counted, else `2 minutes`. */
export function lengthWords({ duration, seconds }: Length): string {
  if (seconds == null) return `${duration} ${duration === 1 ? 'minute' : 'minutes'}`;
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** `4:09`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
