import { Button } from '@mantine/core';
import type { CurrentConfiguration } from '#shared/fields/field-configuration.ts';
import { FieldConflict } from '#web/features/field-configuration/FieldConflict.tsx';
import { RemovedStatuses } from '#web/features/field-configuration/RemovedStatuses.tsx';
import { settingOf } from '#web/features/field-configuration/current-configuration.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { LoadedFields } from '#web/features/field-configuration/LoadedFields.tsx';
import { OptionsEditor } from '#web/features/field-configuration/OptionsEditor.tsx';
import { optionsIn, optionsText } from '#web/features/field-configuration/field-texts.ts';
import { useFieldEdits } from '#web/features/field-configuration/useFieldEdits.ts';
import { messageOf } from '#web/lib/errors.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const LISTS = [
  {
    field: 'status',
    title: 'Statuses',
    text: 'The steps of a lead in their order. What a status means decides what counts as open, won or lost.',
  },
  { field: 'lost_reason', title: 'Lost reasons', text: 'Asked for when a lead becomes lost.' },
] as const;

/** A client's statuses in their order, and its reasons for losing a lead. */
export function Pipeline({ clientId }: { clientId: string }) {
  return (
    <section className={classes.fields} aria-label="Pipeline">
      <LoadedFields clientId={clientId}>
        {(current) => <PipelineForm clientId={clientId} current={current} />}
      </LoadedFields>
    </section>
  );
}

function PipelineForm({ clientId, current }: { clientId: string; current: CurrentConfiguration }) {
  const edits = useFieldEdits(clientId, current, {
    onSaved: () => showSuccess('Pipeline saved'),
    onFailed: (error) => showFailure(messageOf(error, 'Please try again.'), 'Failed to save the pipeline'),
  });
  const { texts, errors, isPending } = edits;
  const statuses = new Set(optionsIn(texts['status.options']).map(({ value }) => value));
  const removed = (settingOf(current.config_value, 'status')?.options ?? []).filter(
    ({ value }) => !statuses.has(value),
  );
  const guard = useLeaveGuard(edits.isDirty, () => isPending);
  return (
    <form
      className={classes.pipeline}
      aria-label="Pipeline"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        edits.submit();
      }}
    >
      {/* The button is above the lists: below them, it would move away when a typed option is added on leaving its input. */}
      <header className={classes.head}>
        <p className={classes.muted}>
          Drag to reorder. Board, dashboard, reports and filters follow this order.
        </p>
        <Button type="submit" loading={isPending}>
          Save Changes
        </Button>
      </header>
      <FieldConflict edits={edits} settings={current.config_value} />
      {LISTS.map(({ field, title, text }) => (
        <section key={field} aria-label={title} data-list>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.muted}>{text}</p>
          <OptionsEditor
            field={field}
            title={title}
            options={optionsIn(texts[`${field}.options`])}
            error={errors[field]}
            onChange={(next) => edits.change({ [`${field}.options`]: optionsText(next) })}
          />
          {field === 'status' && <RemovedStatuses clientId={clientId} removed={removed} />}
        </section>
      ))}
      <LeaveQuestion guard={guard} />
    </form>
  );
}
