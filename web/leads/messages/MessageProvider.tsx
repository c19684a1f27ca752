import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { leadMessages } from '#shared/lead-messages.ts';
import type { Channel } from '#shared/message-templates.ts';
import { useSend } from '#web/api/query.ts';
import { MessageWaysContext } from '#web/leads/messages/message-ways.ts';
import type { MessageWays, Addressed } from '#web/leads/messages/message-ways.ts';
import { useTemplates } from '#web/leads/messages/useTemplates.ts';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useUser } from '#web/session/useSession.ts';
import { showFailure } from '#web/ui/states/toast.ts';

const MessageDialog = loadable(
  async () => (await import('#web/leads/messages/MessageDialog.tsx')).MessageDialog,
);

/**
 * Gives the chat and email links below it the templates, and logs in the lead's history that one was opened.
 */
export function MessageProvider({ children }: { children: ReactNode }) {
  const { seesAllClients } = useUser();
  const { data } = useTemplates(undefined);
  const [open, setOpen] = useState<{ recipient: Addressed; channel: Channel }>();
  const { mutate } = useSend(leadMessages.create);
  // Templates of other clients are only loaded when the choice opens.
  const channels = seesAllClients ? 'any' : [...new Set(data?.data.map(({ channel }) => channel))].join(' ');
  const { ways, note } = useMemo(() => {
    const hasChoice: MessageWays['hasChoice'] = (channel) =>
      channels === 'any' || channels.split(' ').includes(channel);
    const log = ({ id }: Addressed, channel: Channel, template_id?: string) =>
      mutate(
        { params: { id }, body: { channel, ...(template_id && { template_id }) } },
        {
          onError: (error) =>
            showFailure(messageOf(error, 'Please try again.'), 'Failed to add this to the timeline'),
        },
      );
    const onOpen: MessageWays['onOpen'] = (recipient, channel, event) => {
      // A click for a new tab means the chat itself.
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
      if (!hasChoice(channel) || !isPlain) {
        log(recipient, channel);
        return;
      }
      event.preventDefault();
      setOpen({ recipient, channel });
    };
    return { ways: { onOpen, hasChoice }, note: log };
  }, [channels, mutate]);
  return (
    <MessageWaysContext value={ways}>
      {children}
      {open && (
        <MessageDialog
          {...open}
          onOpened={(templateId) => {
            note(open.recipient, open.channel, templateId);
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </MessageWaysContext>
  );
}
