import type { FieldEdit } from '#web/leads/in-place/edits.ts';

/** A moment as the API writes it. Date.parse would also read "Tata Nexon 2023" as one. */
const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** Whether two values of a field are equal: moments if their instants are, whatever their notation. */
export function isSame(one: FieldEdit['value'], other: FieldEdit['value']): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return MOMENT.test(one) && MOMENT.test(other) && Date.parse(one) === Date.parse(other);
}
