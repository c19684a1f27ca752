import KeyRound from 'lucide-react/icons/key-round';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import ShieldOff from 'lucide-react/icons/shield-off';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { foldRole, mayManage } from '#shared/accounts/permissions.ts';
import { users } from '#shared/accounts/users.ts';
import type { User } from '#shared/accounts/users.ts';
import { useSend } from '#web/api/query.ts';
import type { OpenUserPopup } from '#web/features/users/user-popup.ts';
import { useUser } from '#web/session/useSession.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';

type Props = { user: User; onOpen: OpenUserPopup };

/**
 * The actions on a user. Users cannot lock themselves out, and only a superadmin can change another
 * superadmin.
 */
export function UserMenu({ user, onOpen }: Props) {
  const me = useUser();
  const activate = useSend(users.setActive);
  const makeLink = useSend(accessLinks.resetLink);
  if (user.id === me.id || !mayManage(me.role.name, foldRole(user.role.name))) return null;
  const { id, email, isActive } = user;
  const name = `${user.firstName} ${user.lastName}`;
  const letIn = () =>
    void sayOutcome(activate.mutateAsync({ params: { id }, body: { isActive: true } }), {
      done: () => showSuccess(`${name} activated`),
      failed: 'Failed to update user',
    });
  const showLink = () =>
    void sayOutcome(makeLink.mutateAsync({ params: { id } }), {
      done: ({ data: link }) => onOpen({ kind: 'link', purpose: 'password', to: name, email, link }),
      failed: 'Failed to create the link',
    });
  return (
    <RowMenu
      name={name}
      isBusy={activate.isPending || makeLink.isPending}
      actions={[
        { label: 'Edit', icon: PencilLine, onClick: () => onOpen({ kind: 'edit', user }) },
        isActive
          ? { label: 'Password Reset Link', icon: KeyRound, onClick: showLink }
          : { label: 'Activate', icon: Power, onClick: letIn },
        isActive &&
          user.hasSecondFactor === true && {
            label: 'Reset Two-Step Sign-In',
            icon: ShieldOff,
            onClick: () => onOpen({ kind: 'reset-factor', user }),
          },
        {
          label: isActive ? 'Deactivate' : 'Hand Over Open Work',
          icon: isActive ? Power : ArrowRightLeft,
          onClick: () => onOpen({ kind: 'deactivate', user }),
          isDangerous: isActive,
        },
      ]}
    />
  );
}
