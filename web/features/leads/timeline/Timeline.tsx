import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { TIMELINE_TYPES } from '#shared/lead-history.ts';
import type { TimelineEntry } from '#shared/lead-history.ts';
import type { FieldSettings } from '#web/features/leads/configuration/field-settings.ts';
import classes from '#web/features/leads/timeline/Timeline.module.css';
import { TimelineItem } from '#web/features/leads/timeline/TimelineItem.tsx';
import { useTimeline } from '#web/features/leads/timeline/useTimeline.ts';

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
      {isEmpty && <p className={classes.note}>Nothing to show yet</p>}
      {timeline.isPending && (
        <p className={classes.note} role="status">
          Loading timeline...
        </p>
      )}
      {timeline.isError && (
        <div className={classes.failure} role="alert">
          <p>Failed to load the timeline</p>
          <Button variant="default" size="xs" onClick={timeline.retry}>
            Retry
          </Button>
        </div>
      )}
      {timeline.hasMore && !timeline.isPending && !timeline.isError && (
        <div className={classes.more}>
          <Button variant="subtle" color="gray" size="xs" onClick={timeline.showMore}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}
