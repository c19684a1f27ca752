import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { NewClient, clients } from '#shared/installation/clients.ts';
import { DEFAULT_COUNTRY } from '#shared/values/countries.ts';
import { DEFAULT_TIME_ZONE } from '#shared/values/dates.ts';
import { useSend } from '#web/api/query.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import classes from '#web/pickers/CompanyForm.module.css';
import { SchemaNameInput } from '#web/pickers/SchemaNameInput.tsx';
import { ZoneAndCountry } from '#web/pickers/ZoneAndCountry.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const FAILED = 'Failed to create the company';
const NOTHING: NewClient = {
  clientName: '',
  schemaName: undefined,
  timeZone: DEFAULT_TIME_ZONE,
  country: DEFAULT_COUNTRY,
};

/** Creates a client from just a name. Schema name, time zone and country can be changed under "More". */
export function CompanyForm({ onCreated }: { onCreated: (clientId: string) => void }) {
  const create = useSend(clients.create);
  const [isMore, setMore] = useState(false);
  const form = useForm<NewClient>({
    initialValues: NOTHING,
    validate: (values) => problemsIn(NewClient.safeParse(values)),
  });
  const submit = form.onSubmit((body) => {
    if (create.isPending) return;
    create.mutate(
      { body },
      {
        onSuccess: ({ data }) => {
          showSuccess('Company created');
          onCreated(data.client.id);
        },
        onError: (error) => {
          const problems = fieldMessages(error);
          form.setErrors(problems);
          if (problems['schemaName']) setMore(true);
          showFailure(messageOf(error, FAILED), FAILED);
        },
      },
    );
  });
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Create your company"
      onSubmit={(event) => {
        // React propagates events from a dialog to the form that opened it.
        event.stopPropagation();
        submit(event);
      }}
    >
      <div className={classes.name}>
        <TextInput
          label="Company name"
          maxLength={200}
          autoComplete="organization"
          required
          {...form.getInputProps('clientName')}
        />
        <Button type="submit" loading={create.isPending}>
          Create company
        </Button>
      </div>
      {isMore ? (
        <div className={classes.more}>
          <SchemaNameInput form={form} />
          <ZoneAndCountry form={form} />
        </div>
      ) : (
        <Button
          className={classes.show}
          variant="subtle"
          size="compact-sm"
          aria-expanded={false}
          onClick={() => setMore(true)}
        >
          More
        </Button>
      )}
    </form>
  );
}
