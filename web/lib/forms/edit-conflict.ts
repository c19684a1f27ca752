export type Side = 'mine' | 'theirs';

export type FieldOf<Values> = keyof Values & string;

/** Whether two values of a field mean the same. */
export type IsSame<Values> = (field: FieldOf<Values>, one: unknown, other: unknown) => boolean;

/** Spaces around a text are ignored. */
export const isEqual = (_: string, one: unknown, other: unknown): boolean => {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  return JSON.stringify(one) === JSON.stringify(other);
};

/**
 * Merges typed values into those of somebody else who has saved first: typed values stay, untouched ones
 * follow. `before` are the values over which they were typed. `mine` are the typed values of fields that both
 * have changed, `others` names those that only the other user has changed. `isSaved`: the row already holds
 * what was typed, as after a call whose response was lost, so there is nothing left to save. Unless `fields` are
 * named, those that were added or removed meanwhile cause no conflict.
 */
export function metBy<Values extends object>(
  { before, typed, theirs }: { before: Partial<Values>; typed: Values; theirs: Values },
  isSame: IsSame<Values> = isEqual,
  fields = fieldsOf<Values>(theirs).filter((field) => field in before),
) {
  const changed = fields.filter((field) => !isSame(field, before[field], typed[field]));
  const isSaved = (field: FieldOf<Values>) => isSame(field, theirs[field], typed[field]);
  const isChangedThere = (field: FieldOf<Values>) => !isSame(field, theirs[field], before[field]);
  const asked = changed.filter((field) => isChangedThere(field) && !isSaved(field));
  return {
    isSaved: changed.every(isSaved),
    values: { ...theirs, ...picked(typed, changed) },
    mine: picked(typed, asked),
    others: fields.filter((field) => !changed.includes(field) && isChangedThere(field)),
  };
}

export const fieldsOf = <Values>(values: Partial<Values>) => Object.keys(values) as FieldOf<Values>[];

export function picked<Values>(values: Values, fields: readonly FieldOf<Values>[]): Partial<Values> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;
}

/**
 * The heading of a conflict: what was changed and who saved first, possibly the same user in another window.
 */
export function conflictTitle(
  what: string,
  by: { id: string | null; name: string | null },
  userId: string,
): string {
  if (by.id === userId) return `You changed ${what} in another window`;
  return `${by.name ?? 'Someone else'} has changed ${what} in the meantime`;
}
