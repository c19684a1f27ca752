import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/message-templates/TemplateSettings.module.css';
import { filledFor, missingWords } from '#web/leads/messages/lead-words.ts';
import { useSubject } from '#web/leads/messages/useSubject.ts';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';

type Texts = { subject: string; body: string };
type Props = Texts & { clientId: string | undefined; className: string | undefined };

/** The text as an existing lead would receive it: the newest lead first, then others. */
export function TemplatePreview({ clientId, className = '', ...texts }: Props) {
  const [page, setPage] = useState(1);
  const { data, isPending, isError, refetch } = useQuery({
    ...query(leads.list, {
      query: { page: String(page), limit: '1', ...(clientId && { client_id: clientId }) },
    }),
    placeholderData: keepPreviousData,
    meta: { isSilent: true },
  });
  const lead = data?.data[0];
  const pages = data?.pagination?.totalPages ?? 1;
  return (
    <section className={`${classes.preview} ${className}`} aria-label="Preview">
      <p className={classes.head}>
        {lead ? `Preview for ${lead.name}` : 'Preview'}
        {pages > 1 && (
          <Button size="compact-xs" variant="subtle" onClick={() => setPage((page % pages) + 1)}>
            Another lead
          </Button>
        )}
      </p>
      {lead && <FilledText lead={lead} {...texts} />}
      {isPending && <PartNote isLive>Loading a lead...</PartNote>}
      {isError && <PartFailure onRetry={() => void refetch()}>Failed to load a lead</PartFailure>}
      {data && !lead && <PartNote>There is no lead yet to preview the template with.</PartNote>}
    </section>
  );
}

function FilledText({ lead, subject, body }: Texts & { lead: Lead }) {
  const { meanings, subject: about } = useSubject(lead);
  const [head, text] = [filledFor(subject, meanings, about), filledFor(body, meanings, about)];
  const missing = [...new Set([...head.missing, ...text.missing])];
  return (
    <>
      {head.text && (
        <p dir="auto">
          <b>{head.text}</b>
        </p>
      )}
      <p dir="auto">{text.text || 'Write the message above.'}</p>
      {missing.length > 0 && <p className={classes.missing}>{missingWords(missing)}</p>}
    </>
  );
}
