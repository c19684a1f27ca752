import { Select } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useClients } from '#web/pickers/useClients.ts';
import { useUser } from '#web/session/useSession.ts';

const FAILED = 'Failed to load clients. You can still create a user without assigning a client.';

type Props = {
  /** The client of an admin who belongs to one: the only option. */
  own: { id: string; clientName: string } | undefined;
  value?: string;
  onChange?: (clientId: string) => void;
  error?: unknown;
};

/**
 * The client of a user. A superadmin can choose any or none and starts with the only client if there is just one,
 * an admin in a client can choose only that client, an admin without one only none.
 */
export function UserClientField({ own, value = '', onChange, error }: Props) {
  const { isSuperAdmin } = useUser();
  const { data, isError } = useClients('', { isEnabled: isSuperAdmin && !own, isSilent: true });
  const change = (id: string | null) => onChange?.(id ?? '');
  const only = data?.pagination?.total === 1 ? data.data.clients[0]?.id : undefined;
  const take = useEffectEvent(change);
  useEffect(() => {
    if (only) take(only);
  }, [only]);
  if (own) {
    return (
      <Select
        label="Client"
        placeholder="Select a client"
        data={[{ value: own.id, label: own.clientName }]}
        value={value || null}
        onChange={change}
        clearable
        required
        error={error as string | undefined}
      />
    );
  }
  if (!isSuperAdmin) return null;
  return (
    <ClientSelect
      value={value || null}
      onChange={change}
      placeholder="No client"
      isSilent
      clearable
      error={isError ? FAILED : (error as string | undefined)}
    />
  );
}
