import { statusMeaning } from '#shared/fields/lead-options.ts';
import type { StatusMeaning, StatusOption } from '#shared/fields/lead-options.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

/** The meaning of a status, according to the client's options. */
export function meaningIn(status: string, fields: FieldSettings): StatusMeaning {
  return statusMeaning(status, fields.options('status') as StatusOption[]);
}
