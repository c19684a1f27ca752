import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { leads } from '#shared/leads/leads.ts';
import { CHANNEL_LABELS, PROGRAMS } from '#shared/leads/message-templates.ts';
import type { Channel, MessageTemplate } from '#shared/leads/message-templates.ts';
import { query } from '#web/api/query.ts';
import { filledFor, missingWords } from '#web/leads/messages/lead-words.ts';
import classes from '#web/leads/messages/MessageDialog.module.css';
import { linkTo } from '#web/leads/messages/message-ways.ts';
import type { Addressed } from '#web/leads/messages/recipients.ts';
import { useSubject } from '#web/leads/messages/useSubject.ts';
import { useTemplates } from '#web/leads/messages/useTemplates.ts';
import { paths } from '#web/paths.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';

type Props = {
  recipient: Addressed;
  channel: Channel;
  onOpened: (templateId?: string) => void;
  onClose: () => void;
};

/** The templates for a chat or email, filled in for the lead. Each is a link that opens the other program. */
export function MessageDialog({ recipient, channel, onOpened, onClose }: Props) {
  const templates = useTemplates(recipient.clientId);
  const lead = useQuery(query(leads.get, { params: { id: recipient.id } }));
  const found = templates.data?.data.filter((template) => template.channel === channel);
  const { href, ...aside } = linkTo(recipient, channel);
  const failed = [templates, lead].find(({ isError, data }) => isError && !data);
  return (
    <Dialog
      size="small"
      title={`${CHANNEL_LABELS[channel]} to ${recipient.name}`}
      description={`Opens ${PROGRAMS[channel]} with the message ready to send.`}
      onClose={onClose}
    >
      <ul className={classes.texts} aria-label="Templates">
        {lead.data &&
          found?.map((template, index) => (
            <TextItem
              key={template.id}
              template={template}
              recipient={recipient}
              lead={lead.data.data}
              isFirst={index === 0}
              onOpened={() => onOpened(template.id)}
            />
          ))}
        <li>
          <a className={classes.text} href={href} {...aside} onClick={() => onOpened()}>
            <b>Blank message</b>
          </a>
        </li>
      </ul>
      {failed ? (
        <PartFailure onRetry={() => void failed.refetch()}>Failed to load the templates</PartFailure>
      ) : (
        (!found || !lead.data) && <PartNote isLive>Loading templates...</PartNote>
      )}
      <p className={classes.more}>
        <Link to={paths.settings('general/templates')} onClick={onClose}>
          Manage templates
        </Link>
      </p>
    </Dialog>
  );
}

type ItemProps = {
  recipient: Addressed;
  template: MessageTemplate;
  lead: Parameters<typeof useSubject>[0];
  isFirst: boolean;
  onOpened: () => void;
};

function TextItem({ recipient, template, lead, isFirst, onOpened }: ItemProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // The first text gets the focus, so that Enter opens it, even if it loads after the dialog.
  useEffect(() => {
    if (isFirst) link.current?.focus({ preventScroll: true });
  }, [isFirst]);
  const { meanings, subject: about } = useSubject(lead);
  const subject = filledFor(template.subject, meanings, about);
  const body = filledFor(template.body, meanings, about);
  const missing = [...new Set([...subject.missing, ...body.missing])];
  const message = { subject: subject.text, text: body.text };
  const { href, ...aside } = linkTo(recipient, template.channel, message);
  return (
    <li>
      <a
        ref={link}
        data-autofocus={isFirst || undefined}
        className={classes.text}
        href={href}
        {...aside}
        onClick={onOpened}
      >
        <b dir="auto">{template.name}</b>
        <span className={classes.filled} dir="auto">
          {subject.text && `${subject.text}\n`}
          {body.text}
        </span>
        {missing.length > 0 && <span className={classes.missing}>{missingWords(missing)}</span>}
      </a>
    </li>
  );
}
