import { can, foldRole } from '#shared/permissions.ts';
import type { User } from '#shared/users.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';

/** Choices beside the colleagues: the work stays, or belongs to nobody. */
export const STAYS = 'stays';
export const NOBODY = 'nobody';

type Props = {
  leaver: User;
  value: string | null;
  onChange: (to: string | null) => void;
  error: string | undefined;
  disabled: boolean;
};

/** Who takes over from a leaver: colleagues of the client; from one of no client others who see all of them. */
export function SuccessorSelect({ leaver, ...rest }: Props) {
  const mayTakeOver = ({ id, clientId, role }: User) =>
    id !== leaver.id &&
    clientId === leaver.clientId &&
    (clientId !== null || can(foldRole(role.name), 'clients.pick'));
  return (
    <UserSelect
      label="Who takes over?"
      placeholder="Choose a colleague"
      {...(leaver.clientId !== null && { clientId: leaver.clientId })}
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
