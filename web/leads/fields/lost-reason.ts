import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { meaningIn } from '#web/leads/fields/status-meaning.ts';

/** Whether a status means that the lead is lost, according to the client's options. */
export function isLost(status: string, fields: FieldSettings): boolean {
  return meaningIn(status, fields) === 'lost';
}

/**
 * Whether setting this status asks for the reason. `before` is the previous status.
 */
export function asksReason(status: string, fields: FieldSettings, before?: string): boolean {
  const wasLost = before !== undefined && isLost(before, fields);
  return fields.isShown('lost_reason') && isLost(status, fields) && !wasLost;
}
