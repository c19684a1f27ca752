import { useForm } from '@mantine/form';
import { ClientChanges, clients } from '#shared/installation/clients.ts';
import type { Client } from '#shared/installation/clients.ts';
import { useSend } from '#web/api/query.ts';
import { ClientFields } from '#web/features/clients/ClientFields.tsx';
import { CLIENT_TITLES, inWords, toWire, valuesOf } from '#web/features/clients/client-form.ts';
import type { ClientValues } from '#web/features/clients/client-form.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import { showSuccess } from '#web/ui/states/toast.ts';

/** The details of a client. Its schema's name never changes. */
export function EditClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const save = useSend(clients.update);
  const form = useForm<ClientValues>({
    initialValues: valuesOf(client),
    validate: (values) => problemsIn(ClientChanges.safeParse(toWire(values))),
  });
  const edit = useEditConflict<Client, ClientValues>(client, valuesOf, form);
  const call = useFormCall(form, {
    edit,
    send: (values) => {
      const wire = Object.entries(toWire(values)).filter(([field]) => field in edit.changes);
      const body: ClientChanges = { ...Object.fromEntries(wire), version: edit.version };
      return save.mutateAsync({ params: { id: client.id }, body });
    },
    done: (answer) => {
      showSuccess(answer?.message ?? 'Client saved');
      onClose();
    },
    failed: 'Failed to save client',
  });
  const notice = edit.notice(CLIENT_TITLES, inWords);
  return (
    <FormDialog
      {...call}
      title="Edit Client"
      description={`Schema ${client.schemaName}`}
      save="Save Changes"
      onClose={onClose}
      onCancel={onClose}
    >
      {notice && <ConflictNotice title="Someone else has changed this client in the meantime" {...notice} />}
      <ClientFields form={form} />
    </FormDialog>
  );
}
