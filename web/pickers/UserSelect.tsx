import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PICKER_SIZE, users } from '#shared/users.ts';
import type { User } from '#shared/users.ts';
import { query } from '#web/api/query.ts';

type Choice = { value: string; label: string };

type Props = {
  label: string;
  value: string | null;
  onChange: (userId: string | null) => void;
  /** Only users of this client. */
  clientId?: string | undefined;
  /** Narrows the users further. */
  only?: (user: User) => boolean;
  /** Offers colleagues who have left, too: their leads are found by them, though nobody is given more. */
  withFormer?: boolean;
  /** Choices before the users, such as 'Unassigned'. */
  before?: Choice[];
  /** The chosen user's name, for a user that the search has not found. */
  known?: Choice | undefined;
  placeholder?: string;
  error?: string | undefined;
  required?: boolean;
  clearable?: boolean;
  disabled?: boolean;
};

/** A colleague to choose; the server searches by name and e-mail, 50 at a time. */
export function UserSelect(props: Props) {
  const { clientId, only = () => true, withFormer = false, before = [], known, value, ...rest } = props;
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 250);
  const { data, isError } = useQuery({
    ...query(users.list, {
      query: {
        limit: String(PICKER_SIZE),
        ...(!withFormer && { is_active: 'true' }),
        ...(asked && { search: asked }),
        ...(clientId && { client_id: clientId }),
      },
    }),
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  });
  const found = (data?.data.users ?? []).filter(only).map((user) => ({
    value: user.id,
    label: (`${user.firstName} ${user.lastName}`.trim() || user.email) + (user.isActive ? '' : ' (inactive)'),
  }));
  const missing =
    known && known.value === value && !found.some((choice) => choice.value === known.value) ? [known] : [];
  const choices = [...before, ...missing, ...found];
  const isComplete = (data?.pagination?.total ?? 0) <= found.length && !asked;
  return (
    <Select
      data={choices}
      value={value}
      searchable
      nothingFoundMessage={isError ? 'Failed to load users' : 'Nobody found.'}
      // A chosen user's name must not become a search that hides the others.
      onSearchChange={(text) => setSearch(isComplete || choices.some((c) => c.label === text) ? '' : text)}
      {...rest}
    />
  );
}
