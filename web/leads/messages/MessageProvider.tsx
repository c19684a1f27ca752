import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { leadMessages } from '#shared/lead-messages.ts';
import type { Channel, MessageTemplate } from '#shared/message-templates.ts';
import { useSend } from '#web/api/query.ts';
import { MessageWaysContext, linkTo } from '#web/leads/messages/message-ways.ts';
import type { MessageWays, Addressed } from '#web/leads/messages/message-ways.ts';
import { templatesQuery } from '#web/leads/messages/useTemplates.ts';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useUser } from '#web/session/useSession.ts';
import { showFailure } from '#web/ui/states/toast.ts';

const MessageDialog = loadable(
  async () => (await import('#web/leads/messages/MessageDialog.tsx')).MessageDialog,
);

/**
 * Milliseconds that a click waits for the templates: browsers block a window that opens much later than the
 * click.
 */
const PATIENCE = 700;

/**
 * Gives the chat and email links below it the templates, once one of them gets the focus, and
 * logs in the lead's history that one was opened.
 */
export function MessageProvider({ children }: { children: ReactNode }) {
  const { seesAllClients } = useUser();
  const queries = useQueryClient();
  const [isWanted, setIsWanted] = useState(false);
  const { data } = useQuery({ ...templatesQuery(), enabled: isWanted && !seesAllClients });
  const [open, setOpen] = useState<{ recipient: Addressed; channel: Channel }>();
  const { mutate } = useSend(leadMessages.create);
  // Templates of other clients are only loaded when the choice opens.
  const channels = seesAllClients ? 'any' : data && channelsOf(data);
  const { ways, note } = useMemo(() => {
    const hasChoice: MessageWays['hasChoice'] = (channel) =>
      channels !== undefined && isAmong(channel, channels);
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
      if (!isPlain || (channels !== undefined && !hasChoice(channel))) {
        log(recipient, channel);
        return;
      }
      event.preventDefault();
      if (channels !== undefined) return setOpen({ recipient, channel });
      const read = queries.ensureQueryData(templatesQuery()).then(channelsOf, () => 'any');
      const choose = async () => {
        if (isAmong(channel, await Promise.race([read, tooLate()]))) return setOpen({ recipient, channel });
        log(recipient, channel);
        follow(linkTo(recipient, channel));
      };
      void choose();
    };
    return { ways: { onOpen, hasChoice, onNear: () => setIsWanted(true) }, note: log };
  }, [channels, mutate, queries]);
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

/** The channels with a template; a text, which stays the same when the templates are loaded again. */
const channelsOf = ({ data }: { data: readonly MessageTemplate[] }) =>
  [...new Set(data.map(({ channel }) => channel))].join(' ');

const isAmong = (channel: Channel, channels: string) =>
  channels === 'any' || channels.split(' ').includes(channel);

const tooLate = () => new Promise<string>((resolve) => void setTimeout(() => resolve('any'), PATIENCE));

function follow({ href = '', ...aside }: ReturnType<typeof linkTo>): void {
  Object.assign(document.createElement('a'), { href, ...aside }).click();
}
