import { useEffect, useRef, useState } from 'react';
import { fieldsOf, isEqual, metBy, picked } from './edit-conflict.ts';
import type { FieldOf, IsSame, Side } from './edit-conflict.ts';
import { currentIn, settle } from '#web/lib/errors.ts';
import { useShown } from '#web/lib/hooks/useShown.ts';

type Version = string | number | undefined;
/** The value of an input. */
export type FieldValue = string | number | boolean | readonly string[] | null | undefined;
type Form<Values> = { values: Values; setValues: (values: Values) => void };
type Options<Row, Values> = {
  isSame?: IsSame<Values>;
  /** Reads the current row from a rejection (412); undefined for every other failure. */
  current?: (error: unknown) => Row | undefined;
  /** The values over which the form's were typed, if others may have changed the row between: of a restored edit. */
  over?: Partial<Values> | undefined;
};
/** Changes by two people at once: the other's saved values, and my values that conflict with them. */
type Met<Values> = {
  theirs: Values;
  mine: Partial<Values>;
  others: readonly FieldOf<Values>[];
  /** The values over which mine were typed. */
  over: Partial<Values>;
};
/** The end of a stale edit: see `meets`. */
export type Meeting = 'saved' | 'clear' | 'met';

/**
 * An edit of a row that others may change meanwhile. `changes` is what differs from the row as it was seen,
 * sent with `version`. `meets` takes the current row from a rejection (412): typed values stay, untouched
 * ones follow the other's edit. If the row already holds what was typed, our own save succeeded and its
 * response was lost: `meets` returns "saved". If nothing in the form has changed there, it returns "clear".
 */
export function useEditConflict<Row extends { version?: Version }, Values extends object>(
  row: Row,
  valuesOf: (row: Row) => Values,
  form: Form<Values>,
  { isSame = isEqual, current, over }: Options<Row, Values> = {},
) {
  const [seen, replaceSeen] = useState(row);
  const before = valuesOf(seen);
  // A field that was added after the form was filled has no typed value.
  const values = { ...before, ...form.values };
  const latest = useLatest(values);
  const isShown = useShown('edit');
  const [met, setMet] = useState((): Met<Values> | undefined => {
    const found = over && metBy({ before: over, typed: values, theirs: before }, isSame);
    return found && fieldsOf<Values>(found.mine).length > 0 ? { ...found, theirs: before, over } : undefined;
  });
  const changed = fieldsOf<Values>(before).filter((field) => !isSame(field, before[field], values[field]));
  const typedOver = { ...before, ...met?.over };

  const meets = (error: unknown): Meeting | undefined => {
    const now = current ? current(error) : mergedIn(error, seen);
    if (!now) return undefined;
    const theirs = valuesOf(now);
    const found = metBy({ before, typed: values, theirs }, isSame);
    if (found.isSaved || isShown()) settle(error);
    replaceSeen(now);
    form.setValues(found.values);
    setMet(found.isSaved ? undefined : { ...found, theirs, over: typedOver });
    if (found.isSaved) return 'saved';
    return fieldsOf<Values>(found.mine).length + found.others.length > 0 ? 'met' : 'clear';
  };

  /** The props of `ConflictNotice`: each field's title, and its values as text. */
  const notice = (titles: Partial<Record<keyof Values, string>>, inWords = defaultWords) => {
    if (!met) return undefined;
    const { theirs, others } = met;
    const titled = (field: FieldOf<Values>) => ({ field, title: titles[field] ?? field });
    const words = (field: FieldOf<Values>, value: unknown) => inWords(field, value as FieldValue);
    const sideOf = (field: FieldOf<Values>): Side =>
      isSame(field, values[field], theirs[field]) ? 'theirs' : 'mine';
    // Text typed since the conflict appeared counts as mine.
    const mineOf = (field: FieldOf<Values>) => (sideOf(field) === 'mine' ? values : met.mine)[field];
    return {
      version: seen.version ?? '',
      questions: fieldsOf<Values>(met.mine).map((field) => ({
        ...titled(field),
        mine: words(field, mineOf(field)),
        theirs: words(field, theirs[field]),
        side: sideOf(field),
      })),
      others: others.map((field) => ({ ...titled(field), now: words(field, theirs[field]) })),
      onChoose: (field: FieldOf<Values>, side: Side) => {
        const mine = mineOf(field);
        setMet({ ...met, mine: { ...met.mine, [field]: mine } });
        form.setValues({ ...values, [field]: side === 'mine' ? mine : theirs[field] });
      },
    };
  };
  /** Continues from the saved row. Fields that were edited while it was being saved stay as edited. */
  const begin = (saved: Row) => {
    const now = latest.current;
    const edited = fieldsOf<Values>(now).filter((field) => !isSame(field, values[field], now[field]));
    replaceSeen(saved);
    setMet(undefined);
    form.setValues({ ...valuesOf(saved), ...picked(now, edited) });
  };
  return {
    seen,
    replaceSeen,
    version: seen.version as Row['version'],
    changes: picked(values, changed),
    over: typedOver,
    isDirty: changed.length > 0,
    meets,
    begin,
    notice,
    /** All values between which a conflict is, or nothing: what the notice may have to name. */
    sides: met ? [values, met.mine, met.theirs] : [],
  };
}

/** The value that was rendered last, for a call that outlasts its rendering. */
function useLatest<Value>(value: Value): { current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** The row as seen with the part of it that a rejection carries. */
function mergedIn<Row>(error: unknown, seen: Row): Row | undefined {
  const now = currentIn(error) as Partial<Row> | undefined;
  return now && { ...seen, ...now };
}

const defaultWords = (_: string, value: FieldValue): string => String(value ?? '') || 'empty';
