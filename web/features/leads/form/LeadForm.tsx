import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { useSend } from '#web/api/query.ts';
import { LeadFormFields } from '#web/features/leads/form/LeadFormFields.tsx';
import type { FieldNotice } from '#web/features/leads/form/LeadFormFields.tsx';
import {
  changedFields,
  flat,
  initialValues,
  inputFields,
  nested,
  toNewLead,
  withoutChoices,
  validate,
} from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import { useTellDirty } from '#web/features/leads/form/useTellDirty.ts';
import { useKnownConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { useFirstField } from '#web/lib/forms/useFirstField.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useKeptValues } from '#web/session/useKeptValues.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/ui/fields/Form.module.css';
import { Waiting } from '#web/ui/states/Waiting.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const CREATED = 'Lead created successfully! The new lead has been added to your pipeline.';
const FAILED = 'Failed to create lead. Please check your input and try again.';
const NO_CLIENT = 'Select a client for this lead.';

/** Values that are known before anything is typed, and the client of a user with access to all clients. */
export type LeadStart = { phone: string; clientId: string };

type Props = {
  start?: LeadStart | undefined;
  /** Shows a note below an input before the lead is created. */
  Notice: FieldNotice;
  onCreated: (lead: Lead) => void;
  /** The cancel link next to the create button. */
  Cancel?: ComponentType<{ disabled: boolean }>;
  /** Notifies the popup around the form whether closing would lose typed text. */
  onDirty?: (isDirty: boolean) => void;
};

/** The form of a new lead, built from its client's field configuration. */
export function LeadForm(props: Props) {
  const { clientId } = useUser();
  const { isKnown } = useKnownConfiguration();
  return clientId && !isKnown ? <Waiting label="Loading fields..." /> : <NewLeadForm {...props} />;
}

function NewLeadForm({ start, Notice, onCreated, Cancel, onDirty }: Props) {
  const ref = useFirstField();
  const user = useUser();
  const [clientId, setClientId] = useState<string | null>(
    user.seesAllClients ? (start?.clientId ?? null) : null,
  );
  const zone = useClientCalendar(clientId);
  const { timeZone } = zone;
  const { settings, isKnown } = useKnownConfiguration(clientId);
  const fields = inputFields(settings);
  const create = useSend(leads.create);
  // The form library holds what was typed or chosen. The client's defaults stay separate, since the client
  // may be chosen later.
  const defaults = { ...initialValues(settings, user, isKnown), ...(start && { phone: start.phone }) };
  const { kept, keep } = useKeptValues<LeadFormValues>(start ? `new-lead:${start.phone}` : 'new-lead');
  const form = useForm({
    initialValues: nested(kept ?? {}),
    validate: (typed) => ({
      ...validate(fields, settings, { ...defaults, ...flat(typed) }),
      ...(user.seesAllClients && !clientId && { clientId: NO_CLIENT }),
    }),
  });
  const values = { ...defaults, ...flat(form.values) };
  const isDirty = changedFields(fields, settings, defaults, values).length > 0;
  useTellDirty(isDirty, create.isPending, onDirty);
  useEffect(() => keep(isDirty ? flat(form.values) : undefined));

  const submit = form.onSubmit(
    () =>
      create.mutate(
        { query: clientId ? { clientId } : {}, body: toNewLead(fields, settings, values, timeZone) },
        {
          onSuccess: ({ data }) => {
            showSuccess(CREATED);
            onCreated(data);
          },
          onError: (error) => {
            form.setErrors(fieldMessages(error));
            showFailure(messageOf(error, ''), FAILED);
          },
        },
      ),
    () => focusFirstError(),
  );
  return (
    <form ref={ref} className={classes.form} onSubmit={submit} noValidate aria-label="New lead">
      {user.seesAllClients && (
        <div className={classes.wide}>
          <ClientSelect
            value={clientId}
            onChange={(id) => {
              setClientId(id);
              form.setValues(withoutChoices(settings));
              form.clearFieldError('clientId');
            }}
            error={form.errors['clientId'] as string | undefined}
            required
          />
          <ZoneNote timeZone={timeZone} />
        </div>
      )}
      <LeadFormFields
        Notice={Notice}
        fields={fields}
        settings={settings}
        values={values}
        errors={form.errors}
        onChange={(field, value) => form.setFieldValue(field, value)}
        clientId={clientId ?? undefined}
        assignee={{ value: user.id, label: `${user.firstName} ${user.lastName}` }}
      />
      <div className={classes.actions}>
        {Cancel && <Cancel disabled={create.isPending} />}
        <Button type="submit" loading={create.isPending || (clientId !== null && !(isKnown && zone.isKnown))}>
          Create Lead
        </Button>
      </div>
    </form>
  );
}
