/** What the inputs of a form hold, as text. */
type Texts = Readonly<Record<string, string>>;

/** What became of an edit that somebody else's was faster than. */
export type Collision<Field extends string> = {
  /** The values now. */
  theirs: Texts;
  /** Fields both have changed, with what was typed here. */
  mine: Readonly<Partial<Record<Field, string>>>;
  /** Fields only the other has changed; the form shows their values. */
  others: readonly Field[];
};

export type Side = 'mine' | 'theirs';

/**
 * Lays what was typed over the values as they are now: typed values stay, untouched fields follow the other's edit.
 * `before` is what the form was filled with.
 */
export function rebaseFields<Field extends string>(
  fields: readonly Field[],
  before: Texts,
  typed: Texts,
  theirs: Texts,
  isSame: (field: Field, one: string, other: string) => boolean,
): { values: Record<string, string>; mine: Partial<Record<Field, string>>; others: Field[] } {
  const values: Record<string, string> = { ...theirs };
  const mine: Partial<Record<Field, string>> = {};
  const others: Field[] = [];
  for (const field of fields) {
    const [was = '', text = '', now = ''] = [before[field], typed[field], theirs[field]];
    const changedThere = !isSame(field, was, now);
    if (isSame(field, was, text)) {
      if (changedThere) others.push(field);
      continue;
    }
    values[field] = text;
    if (changedThere && !isSame(field, text, now)) mine[field] = text;
  }
  return { values, mine, others };
}

/** Whether the form holds what the other one saved. */
export function isTheirs({ theirs }: { theirs: Texts }, field: string, value: string): boolean {
  return (theirs[field] ?? '').trim() === value.trim();
}

/** What mine is: the text in the form, or what stood there before theirs was chosen. */
export function mineOf<Field extends string>(
  collision: Collision<Field>,
  field: Field,
  current: string,
): string {
  return isTheirs(collision, field, current) ? (collision.mine[field] ?? '') : current;
}
