import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ClientChanges, clients } from '#shared/clients.ts';
import type { Client } from '#shared/clients.ts';
import { useSend } from '#web/api/query.ts';
import { ClientFields } from '#web/features/clients/ClientFields.tsx';
import { CLIENT_TITLES, toWire, valuesOf } from '#web/features/clients/client-form.ts';
import type { ClientValues } from '#web/features/clients/client-form.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

/** The details of a client. Its schema's name never changes. */
export function EditClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const save = useSend(clients.update);
  const form = useForm<ClientValues>({
    initialValues: valuesOf(client),
    validate: (values) => problemsIn(ClientChanges.safeParse(toWire(values))),
  });
  const edit = useEditConflict<Client, ClientValues>(client, valuesOf, form);
  const saved = (message = 'Client saved') => {
    showSuccess(message);
    onClose();
  };
  const submit = form.onSubmit((values) => {
    if (save.isPending) return;
    const wire = Object.entries(toWire(values)).filter(([field]) => field in edit.changes);
    const body: ClientChanges = { ...Object.fromEntries(wire), version: edit.version };
    save.mutate(
      { params: { id: client.id }, body },
      {
        onSuccess: ({ message }) => saved(message),
        onError: (error) => {
          const met = edit.meets(error);
          if (met === 'saved') saved();
          if (met) return;
          form.setErrors(fieldMessages(error));
          showFailure(messageOf(error, 'Please try again.'), 'Failed to save client');
        },
      },
    );
  });
  const notice = edit.notice(CLIENT_TITLES);
  return (
    <Dialog
      title="Edit Client"
      description={`Schema ${client.schemaName}`}
      onClose={onClose}
      isDirty={() => edit.isDirty}
      isBusy={save.isPending}
    >
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Edit Client">
        {notice && (
          <ConflictNotice title="Someone else has changed this client in the meantime" {...notice} />
        )}
        <ClientFields form={form} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save Changes
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
