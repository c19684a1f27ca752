import { InvitationList } from '#web/features/users/InvitationList.tsx';
import type { UserPopup } from '#web/features/users/user-popup.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { AddingPanel } from '#web/pages/settings/AddingPanel.tsx';

const InvitationPopups = loadable(async () => {
  const { UserPopups } = await import('#web/pages/settings/UserPopups.tsx');
  return ({ popup, ...rest }: Parameters<typeof UserPopups>[0]) => (
    <UserPopups {...rest} popup={popup.kind === 'add' ? { kind: 'invite' } : popup} />
  );
});

/** The invitations that nobody has accepted, with the form for a new one. */
export function InvitationsPanel() {
  return <AddingPanel<UserPopup> label="Invite by Link" List={InvitationList} Popups={InvitationPopups} />;
}
