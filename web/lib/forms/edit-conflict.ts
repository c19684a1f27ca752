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
  const values: Record<string, string> = { ...theirs };
  const mine: Partial<Record<Field, string>> = {};
  const others: Field[] = [];
  let isSaved = true;
  for (const field of fields) {
    const [was = '', text = '', now = ''] = [before[field], typed[field], theirs[field]];
    const changedThere = !isSame(field, was, now);
    if (isSame(field, was, text)) {
      if (changedThere) others.push(field);
      continue;
    }
    values[field] = text;
    if (!isSame(field, text, now)) isSaved = false;
    if (changedThere && !isSame(field, text, now)) mine[field] = text;
  }
  return { values, mine, others, isSaved };
}

/**
 * Merges typed values into those of somebody else who has saved first: typed values stay, untouched ones
 * follow. `mine` names the fields that both have changed, `others` those that only the other user has
 * changed. `isSaved` as in `rebaseFields`.
 */
export function metBy<Values extends object>(
  fields: readonly (keyof Values & string)[],
  { before, typed, theirs }: { before: Values; typed: Values; theirs: Values },
  isSame: (field: keyof Values & string, one: unknown, other: unknown) => boolean,
) {
  const changed = fields.filter((field) => !isSame(field, before[field], typed[field]));
  const isSaved = (field: keyof Values & string) => isSame(field, theirs[field], typed[field]);
  const isChangedThere = (field: keyof Values & string) => !isSame(field, theirs[field], before[field]);
  const kept = Object.fromEntries(changed.map((field) => [field, typed[field]])) as Partial<Values>;
  return {
    isSaved: changed.every(isSaved),
    values: { ...theirs, ...kept },
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
