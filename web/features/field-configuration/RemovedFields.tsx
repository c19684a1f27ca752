import { Button } from '@mantine/core';
import type { RemovedField } from '#shared/field-configuration.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { typeWord } from '#web/features/field-configuration/field-words.ts';

type Props = {
  fields: readonly RemovedField[];
  onRestore: (key: string, title: string) => void;
  isPending: boolean;
};

/** The removed custom fields, each with a button to restore it. */
export function RemovedFields({ fields, onRestore, isPending }: Props) {
  if (fields.length === 0) return null;
  return (
    <section className={classes.removed} aria-label="Removed Fields">
      <h2 className={classes.title}>Removed Fields</h2>
      <ul className={classes.frame}>
        {fields.map(({ key, title, type }) => (
          <li key={key}>
            <span>
              {title}
              <span className={classes.hint}>{typeWord(type)}</span>
            </span>
            <Button
              variant="default"
              size="xs"
              disabled={isPending}
              aria-label={`Restore ${title}`}
              onClick={() => onRestore(key, title)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <p className={classes.muted}>Leads keep their values in these fields.</p>
    </section>
  );
}
