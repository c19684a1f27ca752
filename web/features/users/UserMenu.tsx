import { ActionIcon, Loader, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import KeyRound from 'lucide-react/icons/key-round';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import { useRef } from 'react';
import { accessLinks } from '#shared/access-links.ts';
import { foldRole, mayManage } from '#shared/permissions.ts';
import { users } from '#shared/users.ts';
import type { User } from '#shared/users.ts';
import { useSend } from '#web/api/query.ts';
import type { OpenUserPopup } from '#web/features/users/user-popup.ts';
import { messageOf } from '#web/lib/errors.ts';
import { useUser } from '#web/session/useSession.ts';
import { sayOutcome, showFailure, showSuccess } from '#web/ui/states/toast.ts';

type Props = { user: User; onOpen: OpenUserPopup };

/**
 * The actions on a user. Users cannot lock themselves out, and only a superadmin can change another
 * superadmin.
 */
export function UserMenu({ user, onOpen }: Props) {
  const me = useUser();
  const button = useRef<HTMLButtonElement>(null);
  const activate = useSend(users.setActive);
  const makeLink = useSend(accessLinks.resetLink);
  if (user.id === me.id || !mayManage(me.role.name, foldRole(user.role.name))) return null;
  const { id, email, isActive } = user;
  const name = `${user.firstName} ${user.lastName}`;
  const LeaveIcon = isActive ? Power : ArrowRightLeft;
  const isBusy = activate.isPending || makeLink.isPending;
  // A popup returns the focus to its opener. That must be the button, since the menu will be gone.
  const open: OpenUserPopup = (popup) => {
    button.current?.focus();
    onOpen(popup);
  };
  const letIn = () =>
    void sayOutcome(activate.mutateAsync({ params: { id }, body: { isActive: true } }), {
      done: () => showSuccess(`${name} is active now`),
      failed: 'Failed to update user',
    });
  const showLink = () =>
    makeLink.mutate(
      { params: { id } },
      {
        onSuccess: ({ data: link }) => open({ kind: 'link', purpose: 'password', to: name, email, link }),
        onError: (error) => showFailure(messageOf(error, 'Please try again.'), 'Failed to create the link'),
      },
    );
  return (
    <Menu position="bottom-end" width={200} returnFocus disabled={isBusy}>
      <Menu.Target>
        <ActionIcon ref={button} size={28} aria-label={`Actions for ${name}`} aria-busy={isBusy}>
          {isBusy ? <Loader size={14} aria-hidden="true" /> : <Ellipsis size={16} aria-hidden="true" />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${name}`}>
        <Menu.Item
          leftSection={<PencilLine size={15} aria-hidden="true" />}
          onClick={() => open({ kind: 'edit', user })}
        >
          Edit
        </Menu.Item>
        {isActive && (
          <Menu.Item leftSection={<KeyRound size={15} aria-hidden="true" />} onClick={showLink}>
            Password Reset Link
          </Menu.Item>
        )}
        {!isActive && (
          <Menu.Item leftSection={<Power size={15} aria-hidden="true" />} onClick={letIn}>
            Activate
          </Menu.Item>
        )}
        <Menu.Item
          {...(isActive && { color: 'var(--lms-danger)' })}
          leftSection={<LeaveIcon size={15} aria-hidden="true" />}
          onClick={() => open({ kind: 'deactivate', user })}
        >
          {isActive ? 'Deactivate' : 'Hand Over Open Work'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
