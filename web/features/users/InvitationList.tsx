import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link2 from 'lucide-react/icons/link-2';
import MailPlus from 'lucide-react/icons/mail-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { accessLinks } from '#shared/accounts/access-links.ts';
import type { OpenInvitation } from '#shared/accounts/access-links.ts';
import { PERMISSIONS, roleLabel } from '#shared/accounts/permissions.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { query, useSend } from '#web/api/query.ts';
import type { OpenUserPopup } from '#web/features/users/user-popup.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import type { ChangeListParams } from '#web/lib/hooks/useListParams.ts';
import { useUser } from '#web/session/useSession.ts';
import { AddButton } from '#web/ui/AddButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

/** The columns, with times in this time zone. `now`, in milliseconds, is when the list was loaded. */
const columnsIn = (timeZone: string, now: number): readonly Column<OpenInvitation>[] => [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => roleLabel(role) },
  { title: 'Invited by', cell: ({ invitedBy }) => invitedBy },
  {
    title: 'Valid until',
    cell: ({ expiresAt, works }) =>
      works ? (
        <time dateTime={expiresAt}>{formatDateTime(expiresAt, timeZone)}</time>
      ) : (
        <Badge tone="red">{Date.parse(expiresAt) <= now ? 'Expired' : 'No longer valid'}</Badge>
      ),
  },
];

type Props = { page: number; onChange: ChangeListParams; onOpen: OpenUserPopup };

/** The invitations that nobody has accepted. Each can be revoked, or get a new link. */
export function InvitationList({ page, onChange, onOpen }: Props) {
  const { seesAllClients } = useUser();
  const [revoked, setRevoked] = useState<OpenInvitation>();
  const source = useQuery({
    ...query(accessLinks.invitations, { query: { page: String(page), limit: '24' } }),
    placeholderData: keepPreviousData,
  });
  const columns = columnsIn(useTimeZone(), source.dataUpdatedAt);
  return (
    <>
      <DataList
        name="Invitations"
        source={source}
        rows={source.data?.data.invitations}
        // A new link makes a new invitation, which stays the same row.
        keyOf={({ email, clientId, roleId }) => `${email} ${clientId} ${roleId}`}
        columns={
          seesAllClients
            ? [...columns, { title: 'Client', cell: ({ clientName }: OpenInvitation) => clientName ?? '-' }]
            : columns
        }
        actions={(invitation) => (
          <InvitationMenu invitation={invitation} onOpen={onOpen} onRevoke={() => setRevoked(invitation)} />
        )}
        words={{
          loading: 'Loading invitations...',
          failure: 'Failed to load invitations',
          empty: 'No open invitations.',
          next: 'Someone you invite by link is listed here until they create their account.',
          deniedTitle: 'Access Restricted',
          denied: PERMISSIONS['users.create'].refusal,
        }}
        emptyIcon={MailPlus}
        emptyActions={<AddButton onClick={() => onOpen({ kind: 'invite' })}>Invite someone</AddButton>}
        pagination={source.data?.pagination}
        onPage={(next, options) => onChange({ page: next }, options)}
      />
      {revoked && <RevokeQuestion invitation={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

type MenuProps = { invitation: OpenInvitation; onOpen: OpenUserPopup; onRevoke: () => void };

function InvitationMenu({ invitation: { email, roleId, clientId }, onOpen, onRevoke }: MenuProps) {
  const { isSuperAdmin, client } = useUser();
  // Only Super Admins invite to other clients.
  const mayInvite = isSuperAdmin || clientId === (client?.id ?? null);
  const invite = useSend(accessLinks.invite);
  const makeLink = () =>
    void sayOutcome(invite.mutateAsync({ body: { email, roleId, clientId } }), {
      done: ({ data: link }) => onOpen({ kind: 'link', purpose: 'invitation', to: email, email, link }),
      failed: 'Failed to create the invitation',
    });
  return (
    <RowMenu
      name={email}
      isBusy={invite.isPending}
      actions={[
        mayInvite && { label: 'New Link', icon: Link2, onClick: makeLink },
        { label: 'Revoke', icon: Trash2, onClick: onRevoke, isDangerous: true },
      ]}
    />
  );
}

function RevokeQuestion({ invitation, onClose }: { invitation: OpenInvitation; onClose: () => void }) {
  const { id, email, works } = invitation;
  const revoke = useSend(accessLinks.revoke);
  return (
    <AskDialog
      title="Revoke this invitation?"
      text={`${works ? 'Its link stops working at once.' : 'It leaves the list.'} You can invite ${email} again later.`}
      confirmLabel="Revoke"
      isDangerous
      call={() => revoke.mutateAsync({ params: { id } })}
      done={() => showSuccess(`The invitation for ${email} is revoked`)}
      failed="Failed to revoke the invitation"
      onClose={onClose}
    />
  );
}
