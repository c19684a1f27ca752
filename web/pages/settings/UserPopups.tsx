import { ResetFactorDialog } from '#web/features/second-factor/ResetFactorDialog.tsx';
import { AddUserDialog } from '#web/features/users/AddUserDialog.tsx';
import { DeactivateDialog } from '#web/features/users/DeactivateDialog.tsx';
import { EditUserDialog } from '#web/features/users/EditUserDialog.tsx';
import { InviteDialog } from '#web/features/users/InviteDialog.tsx';
import { LinkDialog } from '#web/features/users/LinkDialog.tsx';
import type { OpenUserPopup, UserPopup } from '#web/features/users/user-popup.ts';

type Props = { popup: UserPopup; onOpen: OpenUserPopup; onClose: () => void };

/** The open popup. The code of all popups loads with the first. */
export function UserPopups({ popup, onOpen, onClose }: Props) {
  switch (popup.kind) {
    case 'add':
      return <AddUserDialog onClose={onClose} />;
    case 'invite':
      return <InviteDialog onOpen={onOpen} onClose={onClose} />;
    case 'edit':
      return <EditUserDialog user={popup.user} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateDialog user={popup.user} onClose={onClose} />;
    case 'reset-factor':
      return <ResetFactorDialog user={popup.user} onClose={onClose} />;
    case 'link':
      return <LinkDialog {...popup} onClose={onClose} />;
  }
}
