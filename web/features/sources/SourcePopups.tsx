import { ConnectDialog } from '#web/features/sources/ConnectDialog.tsx';
import { DeliveryLogDialog } from '#web/features/sources/DeliveryLogDialog.tsx';
import { MatchFieldsDialog } from '#web/features/sources/MatchFieldsDialog.tsx';
import { SourceDialog } from '#web/features/sources/SourceDialog.tsx';
import { SourceQuestion } from '#web/features/sources/SourceQuestion.tsx';
import type { OpenSourcePopup, SourcePopup } from '#web/features/sources/source-popup.ts';

type Props = { popup: SourcePopup; onOpen: OpenSourcePopup; onClose: () => void };

/** The popup that is open. */
export function SourcePopups({ popup, onOpen, onClose }: Props) {
  switch (popup.kind) {
    case 'add':
    case 'edit':
      return (
        <SourceDialog
          source={popup.kind === 'edit' ? popup.source : undefined}
          onClose={onClose}
          onCreated={(source, secret) => onOpen({ kind: 'connect', source, secret })}
        />
      );
    case 'log':
      return <DeliveryLogDialog source={popup.source} onClose={onClose} />;
    case 'fields':
      return <MatchFieldsDialog source={popup.source} onClose={onClose} />;
    case 'connect':
      return <ConnectDialog source={popup.source} secret={popup.secret} onClose={onClose} />;
    default:
      return (
        <SourceQuestion
          {...popup}
          onClose={onClose}
          onReplaced={(secret) => onOpen({ kind: 'connect', source: popup.source, secret })}
        />
      );
  }
}
