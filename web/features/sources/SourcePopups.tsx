import type { Source } from '#shared/company/sources.ts';
import { ConnectDialog } from '#web/features/sources/ConnectDialog.tsx';
import { DeliveryLogDialog } from '#web/features/sources/DeliveryLogDialog.tsx';
import { MatchFieldsDialog } from '#web/features/sources/MatchFieldsDialog.tsx';
import { SourceDialog } from '#web/features/sources/SourceDialog.tsx';
import type { OpenSourcePopup, SourcePopup } from '#web/features/sources/source-popup.ts';
import { ConnectionQuestion } from '#web/pickers/ConnectionQuestion.tsx';

type Props = { popup: SourcePopup; onOpen: OpenSourcePopup; onClose: () => void };

const textsOf = ({ name }: Source) => ({
  secret: `${name} can’t deliver leads until you enter the new secret or address there.`,
  'switch-off': `Deliveries of ${name} are refused and logged. You can retry them from the log.`,
  delete: `${name} stops delivering leads and its delivery log is deleted. Its leads stay. This can’t be undone.`,
});

/** The popup that is open. */
export function SourcePopups({ popup, onOpen, onClose }: Props) {
  switch (popup.kind) {
    case 'add':
    case 'edit':
      return (
        <SourceDialog
          source={popup.kind === 'edit' ? popup.source : undefined}
          onClose={onClose}
          onCreated={(source, secret) => onOpen({ kind: 'connect', source, secret, isNew: true })}
        />
      );
    case 'log':
      return <DeliveryLogDialog source={popup.source} onClose={onClose} />;
    case 'fields':
      return <MatchFieldsDialog source={popup.source} onClose={onClose} />;
    case 'connect':
      return <ConnectDialog {...popup} onClose={onClose} />;
    default:
      return (
        <ConnectionQuestion
          what="source"
          id={popup.source.id}
          step={popup.kind}
          texts={textsOf(popup.source)}
          onClose={onClose}
          onReplaced={(secret) => onOpen({ kind: 'connect', source: popup.source, secret, isNew: false })}
        />
      );
  }
}
