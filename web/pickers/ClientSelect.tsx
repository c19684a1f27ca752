import { Select } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadable } from '#web/lib/loadable.tsx';
import { namesToldApart } from '#web/lib/names/tell-apart.ts';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useClients, useHasClients } from '#web/pickers/useClients.ts';
import { rememberClient, useUsualClient } from '#web/pickers/useUsualClient.ts';

const FirstClient = loadable(async () => (await import('#web/pickers/FirstClient.tsx')).FirstClient);

type Props = {
  value: string | null;
  onChange: (clientId: string | null) => void;
  label?: string;
  /** The label is only for screen readers. */
  isLabelHidden?: boolean;
  placeholder?: string;
  description?: string;
  error?: string | undefined;
  required?: boolean;
  clearable?: boolean;
  disabled?: boolean;
  /** Set when the form itself reports that the clients could not be loaded. */
  isSilent?: boolean;
};

/**
 * A select of clients, for users with access to all clients. Long lists are searched by the server. A
 * required one starts with the usual client, or offers to create one if there is none yet.
 */
export function ClientSelect(props: Props) {
  const hasClients = useHasClients();
  const choose = (clientId: string | null) => {
    if (clientId) rememberClient(clientId);
    props.onChange(clientId);
  };
  if (hasClients) return <Choice {...props} onChange={choose} />;
  return props.required ? <FirstClient label={props.label} onCreated={choose} /> : null;
}

function Choice({
  value,
  onChange,
  label = 'Client',
  isLabelHidden = false,
  placeholder = 'Select a client',
  isSilent = false,
  ...rest
}: Props) {
  const { asked, listen } = useChoiceSearch();
  const { data, isError } = useClients(asked, { isSilent });
  // Don't replace a choice that the user has started to type.
  const [isTyped, setTyped] = useState(false);
  const start = useUsualClient(rest.required === true && value === null && !isTyped);
  const take = useEffectEvent(onChange);
  useEffect(() => {
    if (start) take(start);
  }, [start]);
  const named = (data?.data.clients ?? []).map((client) => ({ ...client, name: client.clientName }));
  const found = namesToldApart(named, ({ schemaName }) => schemaName).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  // The chosen client may be missing from the loaded options.
  const missing = value !== null && !found.some((option) => option.value === value) ? value : undefined;
  const missingName = useClientNames(missing ? [missing] : [])(missing ?? '');
  const options = missing && missingName ? [...found, { value: missing, label: missingName }] : found;
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      onInput={() => setTyped(true)}
      nothingFoundMessage={isError ? 'Failed to load clients' : 'No clients found.'}
      // A chosen client's name must not become a search that hides the other clients.
      onSearchChange={(text) => listen(text, data?.pagination, options)}
      // The chosen option chosen again empties only what may be empty.
      allowDeselect={rest.clearable === true}
      {...rest}
    />
  );
}
