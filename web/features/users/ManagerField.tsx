import type { User } from '#shared/accounts/users.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';

type Props = {
  clientId: string;
  /** The user whose manager is chosen, if that user already exists. */
  user?: User;
  value: string | null;
  onChange: (id: string | null) => void;
  error: unknown;
};

/** The manager of a user: a colleague in the same client. The server rejects people below the user. */
export function ManagerField({ clientId, user, value, onChange, error }: Props) {
  const manager = user?.manager;
  return (
    <UserSelect
      label="Manager"
      placeholder="Nobody"
      clientId={clientId}
      only={({ id, clientId: of }) => id !== user?.id && of === clientId}
      known={manager ? { value: manager.id, label: manager.name } : undefined}
      value={value}
      onChange={onChange}
      error={error as string | undefined}
      clearable
    />
  );
}
