import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NewClient, clients } from '#shared/clients.ts';
import { useSend } from '#web/api/query.ts';
import { ClientFields } from '#web/features/clients/ClientFields.tsx';
import { toWire, valuesOf } from '#web/features/clients/client-form.ts';
import type { ClientValues } from '#web/features/clients/client-form.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { SchemaNameInput } from '#web/pickers/SchemaNameInput.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const FAILED = 'Failed to add client';
/** Without a typed schema name the server makes one from the client's name, if it has one. */
const bodyOf = (values: ClientValues): NewClient => ({
  ...toWire(values),
  schemaName: values.schemaName ?? (values.clientName.trim() ? undefined : ''),
});

/** A new client account with its own schema. */
export function AddClientDialog({ onClose }: { onClose: () => void }) {
  const create = useSend(clients.create);
  const form = useForm<ClientValues>({
    initialValues: valuesOf(),
    validate: (values) => problemsIn(NewClient.safeParse(bodyOf(values))),
  });
  const submit = form.onSubmit((values) => {
    if (create.isPending) return;
    create.mutate(
      { body: bodyOf(values) },
      {
        onSuccess: ({ message }) => {
          showSuccess(message ?? 'Client added successfully');
          onClose();
        },
        onError: (error) => {
          form.setErrors(fieldMessages(error));
          showFailure(messageOf(error, FAILED), FAILED);
        },
      },
    );
  });
  return (
    <Dialog title="Add Client" onClose={onClose} isDirty={() => form.isDirty()} isBusy={create.isPending}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Add Client">
        <ClientFields form={form}>
          <SchemaNameInput form={form} />
        </ClientFields>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Add Client
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
