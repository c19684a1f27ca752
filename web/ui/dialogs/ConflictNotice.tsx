import { useEffect, useRef } from 'react';
import type { Side } from '#web/lib/forms/edit-conflict.ts';
import classes from './ConflictNotice.module.css';

const SIDES = [
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
] as const;

/** A field that both have changed, as text. */
type Question<Field> = { field: Field; title: string; mine: string; theirs: string; side: Side };

type Props<Field> = {
  title: string;
  /** The version of the edited object. A second conflict is announced again. */
  version: number | string;
  questions: readonly Question<Field>[];
  /** Fields that only the other user has changed, with their current values. */
  others: readonly { field: string; title: string; now: string }[];
  onChoose: (field: Field, side: Side) => void;
};

/** Changes saved meanwhile and, for each field that both changed, the choice between mine and theirs. */
export function ConflictNotice<Field extends string>(props: Props<Field>) {
  const { title, version, questions, others, onChoose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [version]);
  return (
    <section className={classes.conflict} aria-label="Changes made in the meantime">
      <h3 className={classes.title} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p className={classes.text}>
        {questions.length > 0
          ? 'Nothing is saved yet. Choose what to keep, then save again.'
          : 'Nothing is saved yet. Your changes don’t conflict with these; save again to add them.'}
      </p>
      {questions.map((question) => (
        <fieldset key={question.field} className={classes.sides}>
          <legend>{question.title}</legend>
          {SIDES.map(([side, label]) => (
            <label key={side} className={classes.side}>
              <input
                type="radio"
                name={`side-${question.field}`}
                checked={question.side === side}
                onChange={() => onChoose(question.field, side)}
              />
              <span>
                {label}: {question[side]}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {others.length > 0 && (
        <ul className={classes.others} aria-label="Changed by them only">
          {others.map(({ field, title: name, now }) => (
            <li key={field}>
              {name}: now <b>{now}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
