import { ActionIcon, Loader, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import KeyRound from 'lucide-react/icons/key-round';
import ListChecks from 'lucide-react/icons/list-checks';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Shuffle from 'lucide-react/icons/shuffle';
import Trash2 from 'lucide-react/icons/trash-2';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { sources } from '#shared/sources.ts';
import type { Source } from '#shared/sources.ts';
import { useSend } from '#web/api/query.ts';
import type { OpenSourcePopup, SourcePopup } from '#web/features/sources/source-popup.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

type Props = { source: Source; onOpen: OpenSourcePopup };
type Kind = Exclude<SourcePopup['kind'], 'add' | 'connect'>;

/** The actions on a source. */
export function SourceMenu({ source, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const update = useSend(sources.update);
  const { id, name, is_active: isActive } = source;
  // A popup returns the focus to its opener. That must be the button, since the menu will be gone.
  const open = (kind: Kind) => {
    button.current?.focus();
    onOpen({ kind, source });
  };
  const switchOn = () =>
    void sayOutcome(update.mutateAsync({ params: { id }, body: { is_active: true } }), {
      done: () => showSuccess('The source is on'),
      failed: 'Failed to switch the source on',
    });
  return (
    <Menu position="bottom-end" width={200} returnFocus disabled={update.isPending}>
      <Menu.Target>
        <ActionIcon ref={button} size={28} aria-label={`Actions for ${name}`} aria-busy={update.isPending}>
          {update.isPending ? (
            <Loader size={14} aria-hidden="true" />
          ) : (
            <Ellipsis size={16} aria-hidden="true" />
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${name}`}>
        <Action label="Deliveries" icon={ListChecks} onClick={() => open('log')} />
        <Action label="Match Fields" icon={Shuffle} onClick={() => open('fields')} />
        <Action label="Edit" icon={PencilLine} onClick={() => open('edit')} />
        <Action label="Replace Secret" icon={KeyRound} onClick={() => open('secret')} />
        {isActive ? (
          <Action label="Switch Off" icon={Power} onClick={() => open('switch-off')} />
        ) : (
          <Action label="Switch On" icon={Power} onClick={switchOn} />
        )}
        <Action label="Delete" icon={Trash2} onClick={() => open('delete')} isDangerous />
      </Menu.Dropdown>
    </Menu>
  );
}

type ActionProps = { label: string; icon: LucideIcon; onClick: () => void; isDangerous?: true };

function Action({ label, icon: Icon, onClick, isDangerous }: ActionProps) {
  return (
    <Menu.Item
      {...(isDangerous && { color: 'var(--lms-danger)' })}
      leftSection={<Icon size={15} aria-hidden="true" />}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}
