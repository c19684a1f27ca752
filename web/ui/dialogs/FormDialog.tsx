import { Button } from '@mantine/core';
import type { ComponentProps, FormEvent } from 'react';
import { Dialog } from './Dialog.tsx';
import { DialogCancel } from './DialogCancel.tsx';
import classes from '#web/ui/fields/Form.module.css';

type Props = Omit<ComponentProps<typeof Dialog>, 'question'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The label of the button that sends the form. */
  save: string;
  /** Whether the form cannot be sent at present. */
  isDisabled?: boolean | undefined;
  /** Cancels at once, without the question about typed text. */
  onCancel?: () => void;
  /** The form's name, when it isn't the popup's title. */
  label?: string;
};

/** A popup with a form: its fields, Cancel, and the button that sends it. */
export function FormDialog(props: Props) {
  const { onSubmit, save, isDisabled, onCancel, label, children, ...dialog } = props;
  const { title, isBusy = false } = dialog;
  return (
    <Dialog {...dialog}>
      <form className={classes.form} onSubmit={onSubmit} noValidate aria-label={label ?? title}>
        {children}
        <div className={classes.actions}>
          {onCancel ? (
            <Button variant="default" onClick={onCancel} disabled={isBusy}>
              Cancel
            </Button>
          ) : (
            <DialogCancel />
          )}
          <Button type="submit" loading={isBusy} disabled={isDisabled}>
            {save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
