import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { HISTORY_TYPES } from '#shared/leads/lead-history.ts';
import type { HistoryEntry } from '#shared/leads/lead-history.ts';
import { HistoryItem } from '#web/features/lead-history/HistoryItem.tsx';
import classes from '#web/features/lead-history/LeadHistory.module.css';
import { useLeadHistory } from '#web/features/lead-history/useLeadHistory.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { ShowMore } from '#web/ui/lists/ShowMore.tsx';

const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'change', label: 'Changes' },
  { value: 'call', label: 'Calls' },
  { value: 'reminder', label: 'Reminders' },
  { value: 'note', label: 'Notes' },
  { value: 'message', label: 'WhatsApp and email' },
];

type Props = { leadId: string; fields: FieldSettings; timeZone: string };

/** The history of a lead, newest first. */
export function LeadHistory({ leadId, fields, timeZone }: Props) {
  const [type, setType] = useState<HistoryEntry['type']>();
  const history = useLeadHistory(leadId, type);
  const isEmpty = history.entries.length === 0 && !history.isPending && !history.isError;
  return (
    <section className={classes.card} aria-labelledby="timeline">
      <div className={classes.top}>
        <h2 id="timeline">Timeline</h2>
        <NativeSelect
          size="xs"
          aria-label="Show in the timeline"
          data={KINDS}
          value={type ?? ''}
          onChange={({ currentTarget: { value } }) => setType(HISTORY_TYPES.find((one) => one === value))}
        />
      </div>
      <ol className={classes.items}>
        {history.entries.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} fields={fields} timeZone={timeZone} />
        ))}
      </ol>
      {isEmpty && <PartNote className={classes.state}>Nothing to show yet</PartNote>}
      {history.isPending && (
        <PartNote isLive className={classes.state}>
          Loading timeline...
        </PartNote>
      )}
      {history.isError && (
        <PartFailure className={classes.state} onRetry={history.retry}>
          Failed to load the timeline
        </PartFailure>
      )}
      {history.hasMore && !history.isPending && !history.isError && (
        <div className={classes.more}>
          <ShowMore onClick={history.showMore} />
        </div>
      )}
    </section>
  );
}
