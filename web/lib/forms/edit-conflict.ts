/** The texts in a form's inputs. */
type Texts = Readonly<Record<string, string>>;

/** The state of an edit after somebody else saved first. */
export type Collision<Field extends string> = {
  /** The current values. */
  theirs: Texts;
  /** Fields that both have changed, with the text typed here. */
  mine: Readonly<Partial<Record<Field, string>>>;
  /** Fields that only the other user has changed. The form shows their values. */
  others: readonly Field[];
};

export type Side = 'mine' | 'theirs';

/**
 * Merges typed text into the current values: typed values stay, untouched fields follow the other user's
 * edit. `before` holds the values that the form started with. `isSaved`: the current values equal what was
 * typed, as after a call whose response was lost, so there is nothing left to save.
 */
export function rebaseFields<Field extends string>(
  fields: readonly Field[],
  before: Texts,
  typed: Texts,
  theirs: Texts,
  isSame: (field: Field, one: string, other: string) => boolean,
): {
  values: Record<string, string>;
  mine: Partial<Record<Field, string>>;
  others: Field[];
  isSaved: boolean;
} {
  const textOf = (value: unknown) => (value as string | undefined) ?? '';
  const { mine, ...met } = metBy<Texts, Field>(fields, { before, typed, theirs }, (field, one, other) =>
    isSame(field, textOf(one), textOf(other)),
  );
  const texts = Object.fromEntries(mine.map((field) => [field, typed[field]]));
  return { ...met, mine: texts as Partial<Record<Field, string>> };
}

/**
 * Merges typed values into those of somebody else who has saved first: typed values stay, untouched ones
 * follow. `mine` names the fields that both have changed, `others` those that only the other user has
 * changed. `isSaved` as in `rebaseFields`.
 */
export function metBy<Values extends object, Field extends keyof Values & string = keyof Values & string>(
  fields: readonly Field[],
  { before, typed, theirs }: { before: Values; typed: Values; theirs: Values },
  isSame: (field: Field, one: unknown, other: unknown) => boolean,
) {
  const changed = fields.filter((field) => !isSame(field, before[field], typed[field]));
  const isSaved = (field: Field) => isSame(field, theirs[field], typed[field]);
  const isChangedThere = (field: Field) => !isSame(field, theirs[field], before[field]);
  const values = { ...theirs };
  for (const field of changed) values[field] = typed[field];
  return {
    isSaved: changed.every(isSaved),
    values,
    mine: changed.filter((field) => isChangedThere(field) && !isSaved(field)),
    others: fields.filter((field) => !changed.includes(field) && isChangedThere(field)),
  };
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

/** Whether the form holds the other user's saved value. */
export function isTheirs({ theirs }: { theirs: Texts }, field: string, value: string): boolean {
  return (theirs[field] ?? '').trim() === value.trim();
}

/** The value of my side: the form's text, or its text before theirs was chosen. */
export function mineOf<Field extends string>(
  collision: Collision<Field>,
  field: Field,
  current: string,
): string {
  return isTheirs(collision, field, current) ? (collision.mine[field] ?? '') : current;
}
