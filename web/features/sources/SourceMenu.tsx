import KeyRound from 'lucide-react/icons/key-round';
import ListChecks from 'lucide-react/icons/list-checks';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Shuffle from 'lucide-react/icons/shuffle';
import Trash2 from 'lucide-react/icons/trash-2';
import { sources } from '#shared/company/sources.ts';
import type { Source } from '#shared/company/sources.ts';
import { useSend } from '#web/api/query.ts';
import type { OpenSourcePopup, SourcePopup } from '#web/features/sources/source-popup.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';

type Props = { source: Source; onOpen: OpenSourcePopup };
type Kind = Exclude<SourcePopup['kind'], 'add' | 'connect'>;

/** The actions on a source. */
export function SourceMenu({ source, onOpen }: Props) {
  const update = useSend(sources.update);
  const { id, name, is_active: isActive } = source;
  const open = (kind: Kind) => () => onOpen({ kind, source });
  const switchOn = () =>
    void sayOutcome(update.mutateAsync({ params: { id }, body: { is_active: true } }), {
      done: () => showSuccess('Source switched on'),
      failed: 'Failed to switch the source on',
    });
  return (
    <RowMenu
      name={name}
      isBusy={update.isPending}
      actions={[
        { label: 'Deliveries', icon: ListChecks, onClick: open('log') },
        { label: 'Match Fields', icon: Shuffle, onClick: open('fields') },
        { label: 'Edit', icon: PencilLine, onClick: open('edit') },
        { label: 'Replace Secret', icon: KeyRound, onClick: open('secret') },
        isActive
          ? { label: 'Switch Off', icon: Power, onClick: open('switch-off') }
          : { label: 'Switch On', icon: Power, onClick: switchOn },
        { label: 'Delete', icon: Trash2, onClick: open('delete'), isDangerous: true },
      ]}
    />
  );
}
