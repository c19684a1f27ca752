import { useForm } from '@mantine/form';
import { NewClient, clients } from '#shared/installation/clients.ts';
import { useSend } from '#web/api/query.ts';
import { ClientFields } from '#web/features/clients/ClientFields.tsx';
import { toWire, valuesOf } from '#web/features/clients/client-form.ts';
import type { ClientValues } from '#web/features/clients/client-form.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { SchemaNameInput } from '#web/pickers/SchemaNameInput.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import { showSuccess } from '#web/ui/states/toast.ts';

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
  const call = useFormCall(form, {
    send: (values) => create.mutateAsync({ body: bodyOf(values) }),
    done: (answer) => {
      showSuccess(answer?.message ?? 'Client added successfully');
      onClose();
    },
    failed: FAILED,
    fallback: FAILED,
  });
  return (
    <FormDialog {...call} title="Add Client" save="Add Client" onClose={onClose} onCancel={onClose}>
      <ClientFields form={form}>
        <SchemaNameInput form={form} />
      </ClientFields>
    </FormDialog>
  );
}
