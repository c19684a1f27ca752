import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NewClient, clients } from '#shared/clients.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import { useSend } from '#web/api/query.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { problemsIn } from '#web/lib/problems-in.ts';
import { amountOf } from '#web/lib/typed-number.ts';
import { DayInput } from '#web/ui/DayInput.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from '#web/ui/Form.module.css';
import { NumberField } from '#web/ui/NumberField.tsx';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const FAILED = 'Failed to add client';
const EMPTY = {
  clientName: '',
  schemaName: '',
  subscriptionStartDate: '',
  subscriptionEndDate: '',
  amountPaid: '',
};

function toWire({ clientName, schemaName, ...rest }: typeof EMPTY): NewClient {
  return {
    clientName,
    schemaName,
    subscriptionStartDate: rest.subscriptionStartDate || null,
    subscriptionEndDate: rest.subscriptionEndDate || null,
    amountPaid: rest.amountPaid === '' ? null : amountOf(rest.amountPaid),
  };
}

/** A new client account with a schema of its own. */
export function AddClientDialog({ onClose }: { onClose: () => void }) {
  const create = useSend(clients.create);
  const form = useForm({
    initialValues: EMPTY,
    validate: (values) => problemsIn(NewClient.safeParse(toWire(values))),
  });
  const submit = form.onSubmit((values) => {
    if (create.isPending) return;
    create.mutate(
      { body: toWire(values) },
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
  const day = (field: 'subscriptionStartDate' | 'subscriptionEndDate', label: string) => (
    <DayInput
      label={label}
      value={form.values[field]}
      onChange={(value) => form.setFieldValue(field, value)}
      error={form.errors[field] as string | undefined}
    />
  );
  return (
    <Dialog title="Add Client" onClose={onClose} isDirty={() => form.isDirty()} isBusy={create.isPending}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Add Client">
        <TextInput
          label="Client Name"
          maxLength={200}
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('clientName')}
        />
        <TextInput
          label="Schema Name"
          placeholder="acme_interiors"
          maxLength={41}
          autoComplete="off"
          required
          {...form.getInputProps('schemaName')}
        />
        {day('subscriptionStartDate', 'Subscription Start')}
        {day('subscriptionEndDate', 'Subscription End')}
        <NumberField
          label="Amount Paid"
          currency={DEFAULT_CURRENCY}
          value={form.values.amountPaid}
          onChange={(amount) => form.setFieldValue('amountPaid', amount)}
          error={form.errors['amountPaid']}
        />
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
