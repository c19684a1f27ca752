import { counted } from '#shared/values/numbers.ts';
import type { OpenWork } from '#shared/accounts/users.ts';

/** '12 open leads and 1 open reminder'. A count of 0 is left out. */
export function workInWords({ leads, reminders }: OpenWork): string {
  const parts = [
    ...(leads > 0 ? [counted(leads, 'open lead')] : []),
    ...(reminders > 0 ? [counted(reminders, 'open reminder')] : []),
  ];
  return parts.join(' and ');
}
