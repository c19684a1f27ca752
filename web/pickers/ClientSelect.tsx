import { Select } from '@mantine/core';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useClients } from '#web/pickers/useClients.ts';

type Props = {
  value: string | null;
  onChange: (clientId: string | null) => void;
  label?: string;
  /** The label is read out only. */
  isLabelHidden?: boolean;
  placeholder?: string;
  description?: string;
  error?: string | undefined;
  required?: boolean;
  clearable?: boolean;
  disabled?: boolean;
  /** Set where the form around says itself that the clients could not be loaded. */
  isSilent?: boolean;
};

/** A client to choose, for users who see every client; long lists are searched by the server. */
export function ClientSelect({
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
  const found = (data?.data.clients ?? []).map(({ id, clientName }) => ({ value: id, label: clientName }));
  // The chosen client may be missing among the options that were asked for.
  const missing = value !== null && !found.some((option) => option.value === value) ? value : undefined;
  const name = useClientNames(missing ? [missing] : [])(missing ?? '');
  const options = missing && name ? [...found, { value: missing, label: name }] : found;
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      nothingFoundMessage={isError ? 'Failed to load clients' : 'No clients found.'}
      // A chosen client's name must not become a search that hides the other clients.
      onSearchChange={(text) => listen(text, data?.pagination, options)}
      {...rest}
    />
  );
}
