import { can, foldRole } from '#shared/accounts/permissions.ts';
import type { User } from '#shared/accounts/users.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';

/** Options besides the colleagues: keep the work, or leave it unassigned. */
export const STAYS = 'stays';
export const NOBODY = 'nobody';

type Props = {
  leaver: User;
  value: string | null;
  onChange: (to: string | null) => void;
  error: string | undefined;
  disabled: boolean;
};

/**
 * The user who takes over from a leaver: a colleague in the same client or, for a leaver without a client,
 * another user with access to all clients.
 */
export function SuccessorSelect({ leaver, ...rest }: Props) {
  const mayTakeOver = ({ id, clientId, role }: User) =>
    id !== leaver.id &&
    clientId === leaver.clientId &&
    (clientId !== null || can(foldRole(role.name), 'clients.pick'));
  return (
    <UserSelect
      label="Who takes over?"
      placeholder="Choose a colleague"
      {...(leaver.clientId === null ? { isWithoutClient: true } : { clientId: leaver.clientId })}
      only={mayTakeOver}
      before={[
        { value: NOBODY, label: 'Nobody (unassigned)' },
        ...(leaver.isActive
          ? [{ value: STAYS, label: `Leave everything with ${leaver.firstName} ${leaver.lastName}` }]
          : []),
      ]}
      required
      {...rest}
    />
  );
}
