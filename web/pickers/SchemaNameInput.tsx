import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { schemaNameFrom } from '#shared/installation/clients.ts';

type Values = { clientName: string; schemaName?: string | undefined };
type Props = {
  form: {
    values: Values;
    errors: Record<string, ReactNode>;
    setFieldValue: (field: 'schemaName', value: string) => void;
  };
};

/** The schema name of a new client: derived from the client's name until it is edited. */
export function SchemaNameInput({ form: { values, errors, setFieldValue } }: Props) {
  const { clientName, schemaName } = values;
  return (
    <TextInput
      label="Schema Name"
      placeholder="acme_interiors"
      maxLength={41}
      autoComplete="off"
      required
      value={schemaName ?? (clientName.trim() && schemaNameFrom(clientName))}
      onChange={({ currentTarget }) => setFieldValue('schemaName', currentTarget.value)}
      error={errors['schemaName']}
    />
  );
}
