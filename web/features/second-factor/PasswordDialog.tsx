import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';

type Props<Answer> = {
  title: string;
  description: string;
  save: string;
  send: (currentPassword: string) => Promise<Answer>;
  done: (answer: Answer) => void;
  /** The title of a failure. */
  failed: string;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks for the user's own password before a call that concerns second factors. */
export function PasswordDialog<Answer>(props: Props<Answer>) {
  const { title, description, save, send, done, failed, onClose, children } = props;
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: { currentPassword: (password) => (password ? null : 'Current password is required') },
  });
  const call = useFormCall(form, {
    send: async ({ currentPassword }) => await send(currentPassword),
    done: (answer) => answer !== undefined && done(answer),
    failed,
    isSaidOnce: true,
  });
  return (
    <FormDialog {...call} title={title} description={description} size="small" save={save} onClose={onClose}>
      {children}
      <PasswordInput
        className={classes.wide}
        label="Your password"
        autoComplete="current-password"
        data-autofocus={children === undefined || undefined}
        required
        {...form.getInputProps('currentPassword')}
        aria-invalid={form.errors['currentPassword'] !== undefined}
      />
    </FormDialog>
  );
}
