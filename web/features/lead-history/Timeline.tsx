import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { TIMELINE_TYPES } from '#shared/lead-history.ts';
import type { TimelineEntry } from '#shared/lead-history.ts';
import classes from '#web/features/lead-history/Timeline.module.css';
import { TimelineItem } from '#web/features/lead-history/TimelineItem.tsx';
import { useTimeline } from '#web/features/lead-history/useTimeline.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { PartFailure } from '#web/ui/PartFailure.tsx';
import { PartNote } from '#web/ui/PartNote.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';

const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'change', label: 'Changes' },
  { value: 'call', label: 'Calls' },
  { value: 'reminder', label: 'Reminders' },
];

type Props = { leadId: string; fields: FieldSettings; timeZone: string };

/** Everything that happened with a lead, newest first. */
export function Timeline({ leadId, fields, timeZone }: Props) {
  const [type, setType] = useState<TimelineEntry['type']>();
  const timeline = useTimeline(leadId, type);
  const isEmpty = timeline.entries.length === 0 && !timeline.isPending && !timeline.isError;
  return (
    <section className={classes.card} aria-labelledby="timeline">
      <div className={classes.top}>
        <h3 id="timeline">Timeline</h3>
        <NativeSelect
          size="xs"
          aria-label="Show in the timeline"
          data={KINDS}
          value={type ?? ''}
          onChange={({ currentTarget: { value } }) => setType(TIMELINE_TYPES.find((one) => one === value))}
        />
      </div>
      <ol className={classes.items}>
        {timeline.entries.map((entry) => (
          <TimelineItem key={entry.id} entry={entry} fields={fields} timeZone={timeZone} />
        ))}
      </ol>
      {isEmpty && <PartNote className={classes.state}>Nothing to show yet</PartNote>}
      {timeline.isPending && (
        <PartNote isLive className={classes.state}>
          Loading timeline...
        </PartNote>
      )}
      {timeline.isError && (
        <PartFailure className={classes.state} onRetry={timeline.retry}>
          Failed to load the timeline
        </PartFailure>
      )}
      {timeline.hasMore && !timeline.isPending && !timeline.isError && (
        <div className={classes.more}>
          <ShowMore onClick={timeline.showMore} />
        </div>
      )}
    </section>
  );
}
