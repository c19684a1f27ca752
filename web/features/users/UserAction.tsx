import { ActionIcon } from '@mantine/core';
import Power from 'lucide-react/icons/power';
import { useState } from 'react';
import { foldRole } from '#shared/permissions.ts';
import { users } from '#shared/users.ts';
import type { User } from '#shared/users.ts';
import { messageOf } from '#web/api/errors.ts';
import { useSend } from '#web/api/query.ts';
import { useUser } from '#web/session/useSession.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

/** Lets a user in or keeps them out. Nobody locks themselves out, and only a superadmin another superadmin. */
export function UserAction({ user }: { user: User }) {
  const me = useUser();
  const setActive = useSend(users.setActive);
  const [asks, setAsks] = useState(false);
  if (user.id === me.id || (!me.isSuperAdmin && foldRole(user.role.name) === 'superadmin')) return null;
  const name = `${user.firstName} ${user.lastName}`;
  const label = `${user.isActive ? 'Deactivate' : 'Activate'} ${name}`;
  const change = () => {
    setAsks(false);
    setActive.mutate(
      { params: { id: user.id }, body: { isActive: !user.isActive } },
      {
        onSuccess: () => showSuccess(`${name} is ${user.isActive ? 'inactive' : 'active'} now`),
        onError: (error) => showFailure(messageOf(error, 'Please try again.'), 'Failed to update user'),
      },
    );
  };
  return (
    <>
      <ActionIcon
        size={28}
        aria-label={label}
        title={label}
        loading={setActive.isPending}
        onClick={() => (user.isActive ? setAsks(true) : change())}
      >
        <Power size={15} aria-hidden="true" />
      </ActionIcon>
      {asks && (
        <ConfirmDialog
          title="Deactivate user?"
          text={`${name} is signed out everywhere at once and cannot sign in until activated again.`}
          confirmLabel="Deactivate"
          isDangerous
          onCancel={() => setAsks(false)}
          onConfirm={change}
        />
      )}
    </>
  );
}
