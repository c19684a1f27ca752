import { Button } from '@mantine/core';
import inPlace from '#web/leads/in-place/InPlace.module.css';
import type { FieldEdit } from '#web/leads/in-place/edits.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { DialogCancel } from '#web/ui/dialogs/DialogCancel.tsx';
import classes from '#web/ui/fields/Form.module.css';

type Props = {
  edit: FieldEdit;
  /** Called with the reason, or null without one. */
  onAnswer: (reason: string | null) => void;
  onCancel: () => void;
};

/**
 * Asks why a lead is lost before its status changes. The question can be skipped unless the company requires
 * a reason.
 */
export function LostReasonDialog({ edit: { lead }, onAnswer, onCancel }: Props) {
  const { title, options, setting } = useFieldConfiguration(lead.clientId);
  return (
    <Dialog size="small" title={`Why is ${lead.name} lost?`} onClose={onCancel}>
      <div role="group" aria-label={title('lost_reason')} className={inPlace.times}>
        {options('lost_reason').map(({ value, label }, index) => (
          <Button
            key={value}
            variant="subtle"
            color="gray"
            justify="start"
            data-autofocus={index === 0 || undefined}
            onClick={() => onAnswer(value)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={classes.actions}>
        <DialogCancel />
        {!setting('lost_reason')?.required && (
          <Button variant="default" onClick={() => onAnswer(null)}>
            Skip
          </Button>
        )}
      </div>
    </Dialog>
  );
}
