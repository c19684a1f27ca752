import { ActionIcon, Loader, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import KeyRound from 'lucide-react/icons/key-round';
import ListChecks from 'lucide-react/icons/list-checks';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { webhooks } from '#shared/webhooks.ts';
import type { Webhook } from '#shared/webhooks.ts';
import { useSend } from '#web/api/query.ts';
import type { OpenWebhookPopup, WebhookPopup } from '#web/features/webhooks/webhook-popup.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

type Props = { webhook: Webhook; onOpen: OpenWebhookPopup };
type Kind = Extract<WebhookPopup, { webhook: Webhook }>['kind'];

/** The actions on a webhook. */
export function WebhookMenu({ webhook, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const test = useSend(webhooks.test);
  const update = useSend(webhooks.update);
  const { id, url, is_active: isActive } = webhook;
  const isBusy = test.isPending || update.isPending;
  // A popup returns the focus to its opener. That must be the button, since the menu will be gone.
  const open = (kind: Kind) => {
    button.current?.focus();
    onOpen({ kind, webhook });
  };
  const sendTest = () =>
    void sayOutcome(test.mutateAsync({ params: { id } }), {
      done: () => open('deliveries'),
      failed: 'The test was not sent',
    });
  const switchOn = () =>
    void sayOutcome(update.mutateAsync({ params: { id }, body: { is_active: true } }), {
      done: () => showSuccess('The webhook is on'),
      failed: 'Failed to switch the webhook on',
    });
  return (
    <Menu position="bottom-end" width={200} returnFocus disabled={isBusy}>
      <Menu.Target>
        <ActionIcon ref={button} size={28} aria-label={`Actions for ${url}`} aria-busy={isBusy}>
          {isBusy ? <Loader size={14} aria-hidden="true" /> : <Ellipsis size={16} aria-hidden="true" />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${url}`}>
        <Action label="Deliveries" icon={ListChecks} onClick={() => open('deliveries')} />
        {isActive && <Action label="Send a Test" icon={Send} onClick={sendTest} />}
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
