import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PROVIDED_ROLES } from '#shared/accounts/company-sign-in.ts';
import type { Newcomers } from '#shared/accounts/company-sign-in.ts';
import { ROLE_LABELS } from '#shared/accounts/permissions.ts';
import { PICKER_SIZE, users } from '#shared/accounts/users.ts';
import { query } from '#web/api/query.ts';
import own from '#web/features/company-sign-in/CompanySignIn.module.css';
import type { ProviderForm } from '#web/features/company-sign-in/provider-values.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { Choices } from '#web/ui/fields/Choices.tsx';
import classes from '#web/ui/fields/Form.module.css';

const NEWCOMERS: { value: Newcomers; label: string }[] = [
  { value: 'invited', label: 'By invitation only' },
  { value: 'domain', label: 'Anyone at these email domains' },
];
const ROLES = PROVIDED_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }));

/** Chooses the people whom the provider lets in, their role, and who may still use a password. */
export function ProviderPeople({ form, clientId }: { form: ProviderForm; clientId: string }) {
  const { values } = form;
  return (
    <>
      <Choices
        className={classes.wide}
        title="New people"
        choices={NEWCOMERS}
        value={values.newcomers}
        onChange={(newcomers) => form.setFieldValue('newcomers', newcomers as Newcomers)}
      />
      {values.newcomers === 'domain' && (
        <Select
          label="Role of new people"
          data={ROLES}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
      )}
      <TextInput
        label="Role claim"
        description="Leave empty to set roles in LMS."
        placeholder="groups"
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('roleClaim')}
      />
      {values.roleClaim && (
        <>
          {PROVIDED_ROLES.map((role) => (
            <TextInput
              key={role}
              label={`Value for ${ROLE_LABELS[role]}`}
              autoComplete="off"
              maxLength={200}
              {...form.getInputProps(`${role}Value`)}
            />
          ))}
        </>
      )}
      <Box
        label="The provider asks for a second factor, so LMS doesn’t"
        isChecked={values.asksFactor}
        onChange={(asks) => form.setFieldValue('asksFactor', asks)}
      />
      <Box
        label="Sign in only with the provider"
        isChecked={values.isOnly}
        onChange={(isOnly) => form.setFieldValue('isOnly', isOnly)}
      />
      {values.isOnly && <Keepers form={form} clientId={clientId} />}
    </>
  );
}

type BoxProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

function Box({ label, isChecked, onChange }: BoxProps) {
  return (
    <label className={`${classes.wide} ${classes.check}`}>
      <CheckBox checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

function Keepers({ form, clientId }: { form: ProviderForm; clientId: string }) {
  const { data, isError } = useQuery(
    query(users.list, {
      query: { client_id: clientId, role: 'admin', is_active: 'true', limit: String(PICKER_SIZE) },
    }),
  );
  const admins = (data?.data.users ?? []).map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: `${firstName} ${lastName} (${email})`,
  }));
  const known = new Set(admins.map(({ value }) => value));
  const missing = form.values.keepers.filter((id) => !known.has(id)).map((id) => ({ value: id, label: '…' }));
  return (
    <div className={classes.wide}>
      <MultiSelect
        label="Admins who keep a password"
        description="In case the provider is down. All others are signed out now, and their access tokens end."
        data={[...admins, ...missing]}
        nothingFoundMessage={isError ? 'Failed to load users' : 'No admin found.'}
        maxValues={10}
        hidePickedOptions
        searchable
        required
        {...form.getInputProps('keepers')}
      />
      {form.values.keepers.length === 0 && (
        <p className={own.hint}>Choose at least one admin who can always sign in.</p>
      )}
    </div>
  );
}
