import { useState } from 'react';
import { metBy } from './edit-conflict.ts';
import type { Side } from './edit-conflict.ts';
import { currentIn, statusOf } from '#web/lib/errors.ts';

type Version = string | number | undefined;
/** The value of an input. */
export type FieldValue = string | number | boolean | readonly string[] | null | undefined;
type Form<Values> = { values: Values; setValues: (values: Values) => void };
/** Changes by two people at once: the other's saved values, and my values that conflict with them. */
type Met<Values> = { theirs: Values; mine: Partial<Values>; others: readonly (keyof Values & string)[] };

const isEqual = (one: unknown, other: unknown) => {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  return JSON.stringify(one) === JSON.stringify(other);
};

/**
 * An edit of a row that others may change meanwhile. `changes` is what differs from the row as it was seen,
 * sent with `version`. `meets` takes the current row from a rejection (412): typed values stay, untouched
 * ones follow the other's edit. If the row already holds what was typed, our own save succeeded and its
 * response was lost: `meets` returns "saved".
 */
export function useEditConflict<Row extends { version?: Version }, Values extends object>(
  row: Row,
  valuesOf: (row: Row) => Values,
  { values, setValues }: Form<Values>,
  isSame: (field: keyof Values & string, one: unknown, other: unknown) => boolean = (_, ...both) =>
    isEqual(...both),
) {
  const [seen, setSeen] = useState(row);
  const [met, setMet] = useState<Met<Values>>();
  const before = valuesOf(seen);
  const fields = Object.keys(before) as (keyof Values & string)[];
  const changed = fields.filter((field) => !isSame(field, before[field], values[field]));
  const changes = Object.fromEntries(changed.map((field) => [field, values[field]])) as Partial<Values>;

  const meets = (error: unknown): 'saved' | 'met' | undefined => {
    if (statusOf(error) !== 412) return undefined;
    const current = { ...seen, ...(currentIn(error) as Partial<Row> | undefined) };
    const theirs = valuesOf(current);
    const found = metBy(fields, { before, typed: values, theirs }, isSame);
    setSeen(current);
    setValues(found.values);
    if (found.isSaved) {
      setMet(undefined);
      return 'saved';
    }
    const mine = Object.fromEntries(found.mine.map((field) => [field, values[field]])) as Partial<Values>;
    setMet({ theirs, mine, others: found.others });
    return 'met';
  };

  /** The props of `ConflictNotice`: each field's title, and its values as text. */
  const notice = (titles: Partial<Record<keyof Values, string>>, inWords = defaultWords) => {
    const words = (field: string, value: unknown) => inWords(field, value as FieldValue);
    return (
      met && {
        version: seen.version ?? '',
        questions: (Object.keys(met.mine) as (keyof Values & string)[]).map((field) => {
          const side: Side = isSame(field, values[field], met.theirs[field]) ? 'theirs' : 'mine';
          const mine = side === 'mine' ? values[field] : met.mine[field];
          return {
            field,
            title: titles[field] ?? field,
            mine: words(field, mine),
            theirs: words(field, met.theirs[field]),
            side,
          };
        }),
        others: met.others.map((field) => ({
          field,
          title: titles[field] ?? field,
          now: words(field, met.theirs[field]),
        })),
        onChoose: (field: keyof Values & string, side: Side) => {
          // Text typed since the conflict appeared counts as mine.
          const isMine = !isSame(field, values[field], met.theirs[field]);
          const mine = isMine ? values[field] : met.mine[field];
          setMet({ ...met, mine: { ...met.mine, [field]: mine } });
          setValues({ ...values, [field]: side === 'mine' ? mine : met.theirs[field] });
        },
      }
    );
  };
  /** Continues from the saved row. */
  const begin = (saved: Row) => {
    setSeen(saved);
    setMet(undefined);
    setValues(valuesOf(saved));
  };
  const version: Row['version'] = seen.version;
  /** All values between which a conflict is, or nothing: what the notice may have to name. */
  const sides: Partial<Values>[] = met ? [values, met.mine, met.theirs] : [];
  return { seen, version, changes, isDirty: changed.length > 0, meets, begin, notice, sides };
}

const defaultWords = (_: string, value: FieldValue): string => String(value ?? '') || 'empty';
