import { optionLabel } from '#shared/lead-options.ts';
import { LEAD_FIELD_KEYS, leadField } from '#shared/lead-fields.ts';
import type { ColumnTarget, ImportPreview } from '#shared/lead-import.ts';
import { Badge } from '#web/ui/Badge.tsx';
import classes from '#web/features/leads/import/PreviewNotes.module.css';

/** What one should know before importing: new values, unknown owners, and how dates are read. */
export function PreviewNotes({ preview }: { preview: ImportPreview }) {
  const { new_statuses, new_sources, unknown_owners, dates } = preview;
  const order = dates.order === 'day_first' ? 'day first' : 'month first';
  const hasDates = preview.columns.some(({ target }) => isDate(target));
  const hasNotes = new_statuses.length + new_sources.length + unknown_owners.length > 0 || hasDates;
  if (!hasNotes) return null;
  return (
    <dl className={classes.notes}>
      <Values
        title="New statuses"
        hint="Kept as they are and offered in the filters."
        values={new_statuses}
        asOption
      />
      <Values
        title="New sources"
        hint="Kept as they are and offered in the filters."
        values={new_sources}
        asOption
      />
      <Values
        title="Owners we do not know"
        hint="They are no users of this client. Their names are kept in the notes."
        values={unknown_owners}
      />
      {hasDates && (
        <div>
          <dt>Dates</dt>
          <dd>
            <p>
              Dates are read {order}.
              {dates.ambiguous > 0 &&
                ` ${dates.ambiguous.toLocaleString('en-IN')} could be read either way, such as ${dates.example ?? '03/04/2026'}.`}
            </p>
          </dd>
        </div>
      )}
    </dl>
  );
}

function isDate(target: ColumnTarget): boolean {
  return LEAD_FIELD_KEYS.some((key) => key === target && leadField(key).type === 'datetime');
}

type ValuesProps = {
  title: string;
  hint: string;
  values: ImportPreview['new_statuses'];
  asOption?: boolean;
};

const MOST = 12;

function Values({ title, hint, values, asOption }: ValuesProps) {
  if (values.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <div className={classes.values}>
          {values.slice(0, MOST).map(({ value, rows }) => (
            <Badge key={value}>{`${asOption ? optionLabel(value) : value} · ${rows}`}</Badge>
          ))}
          {values.length > MOST && <span className={classes.hint}>and {values.length - MOST} more</span>}
        </div>
        <p className={classes.hint}>{hint}</p>
      </dd>
    </div>
  );
}
