import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { leadMessages } from '#shared/leads/lead-messages.ts';
import type { Channel, MessageTemplate } from '#shared/leads/message-templates.ts';
import { useSend } from '#web/api/query.ts';
import { MessageWaysContext, linkTo, loadShowing } from '#web/leads/messages/message-ways.ts';
import type { MessageWays } from '#web/leads/messages/message-ways.ts';
import type { Addressed } from '#web/leads/messages/recipients.ts';
import { templatesQuery } from '#web/leads/messages/useTemplates.ts';
import { follow } from '#web/leads/messages/follow.ts';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { isMasked } from '#web/leads/masked.ts';
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
  const channels = seesAllClients ? BOTH : data && channelsOf(data);
  const { ways, note } = useMemo(() => {
    const hasChoice: MessageWays['hasChoice'] = (channel) => Boolean(channels?.includes(channel));
    const log = ({ id }: Addressed, channel: Channel, template_id?: string) =>
      mutate(
        { params: { id }, body: { channel, template_id } },
        {
          onError: (error) =>
            showFailure(messageOf(error, 'Please try again.'), 'Failed to add this to the timeline'),
        },
      );
    const onOpen: MessageWays['onOpen'] = (recipient, channel, event) => {
      // A click for a new tab means the chat itself.
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
      const hides = isMasked(channel === 'email' ? recipient.email : recipient.number?.words);
      if (!hides && (!isPlain || (channels !== undefined && !hasChoice(channel)))) {
        log(recipient, channel);
        return;
      }
      event.preventDefault();
      const choose = async () => {
        const whole = hides
          ? await (await loadShowing()).wholeRecipient(queries, recipient, channel)
          : recipient;
        if (!whole) return;
        const known = channels ?? (await Promise.race([readChannels(queries), tooLate()]));
        if (known.includes(channel)) return setOpen({ recipient: whole, channel });
        log(whole, channel);
        follow(linkTo(whole, channel));
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

/** The channels, while it is unknown which have a template. */
const BOTH = 'whatsapp,email';
/** The channels with a template; a text, which stays the same when the templates are loaded again. */
const channelsOf = ({ data }: { data: readonly MessageTemplate[] }) =>
  data.map(({ channel }) => channel).join();

const readChannels = (queries: QueryClient) =>
  queries.ensureQueryData(templatesQuery()).then(channelsOf, () => BOTH);

const tooLate = () => new Promise<string>((resolve) => void setTimeout(() => resolve(BOTH), PATIENCE));
