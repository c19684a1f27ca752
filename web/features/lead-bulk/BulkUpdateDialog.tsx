import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#web/features/lead-bulk/BulkDialog.module.css';
import { BulkFields } from '#web/features/lead-bulk/BulkFields.tsx';
import { BulkProgressBar } from '#web/features/lead-bulk/BulkProgressBar.tsx';
import type { BulkTarget } from '#web/features/lead-bulk/bulk-target.ts';
import { NOTHING_CHANGED, noReason, problemsOf, toUpdates } from '#web/features/lead-bulk/bulk-values.ts';
import { useBulk } from '#web/features/lead-bulk/useBulk.ts';
import type { BulkProblems } from '#web/features/lead-bulk/useBulk.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { DialogCancel } from '#web/ui/dialogs/DialogCancel.tsx';

type Props = {
  target: BulkTarget;
  onClose: () => void;
  onDone: (problems: BulkProblems | undefined) => void;
};

/** Changes many leads at once. Only edited fields are sent. */
export function BulkUpdateDialog({ target, onClose, onDone }: Props) {
  const { timeZone, isKnown } = useClientCalendar(target.clientId);
  const fields = useFieldConfiguration(target.clientId);
  const [values, setValues] = useState(NOTHING_CHANGED);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { progress, run } = useBulk(onDone);
  const updates = toUpdates(values, timeZone);
  const isChanged = Object.keys(updates).length > 0;
  const isBusy = progress !== undefined;
  const what = target.isOne ? '1 lead' : `${target.count} leads`;
  return (
    <Dialog
      title="Bulk Update Leads"
      description={`Changes ${what}. Fields you don’t fill in stay as they are.`}
      onClose={onClose}
      isDirty={() => isChanged}
      isBusy={isBusy}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const problems = { ...problemsOf(values), ...noReason(values, fields) };
          setErrors(problems);
          if (Object.keys(problems).length > 0) focusFirstError();
          else if (isChanged) void run(target, { updates });
        }}
        noValidate
      >
        <BulkFields
          values={values}
          errors={errors}
          onChange={(part) => setValues((current) => ({ ...current, ...part }))}
          clientId={target.clientId}
          isDisabled={isBusy}
        />
        <ZoneNote timeZone={timeZone} />
        {progress && <BulkProgressBar label="Updating leads" progress={progress} />}
        <div className={classes.actions}>
          <Button
            className={classes.reset}
            variant="subtle"
            color="gray"
            disabled={isBusy || !isChanged}
            onClick={() => {
              setValues(NOTHING_CHANGED);
              setErrors({});
            }}
          >
            Reset
          </Button>
          <DialogCancel disabled={isBusy} />
          <Button type="submit" loading={isBusy} disabled={!isChanged || !isKnown}>
            Update {target.isOne ? '1 Lead' : `${target.count} Leads`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
