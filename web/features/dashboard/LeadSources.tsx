import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SourceCount } from '#shared/activities/dashboard.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { ColouredOption } from '#shared/fields/option-tones.ts';
import { BarCard } from '#web/features/dashboard/BarCard.tsx';
import { shareOf } from '#web/ui/BarRows.tsx';
import type { Bar } from '#web/ui/BarRows.tsx';
import type { Load } from '#web/features/dashboard/DashboardCard.tsx';
import { leadsFrom } from '#web/features/dashboard/dashboard-links.ts';
import { sourceTone } from '#web/leads/fields/tones.ts';

/** The number of sources with their own row. The others share one until it is expanded. */
const MOST = 7;

type Props = {
  load: Load;
  onRetry: () => void;
  sources: readonly SourceCount[];
  options: readonly ColouredOption[];
  total: number;
  clientId: string;
};

/** Leads by source, the largest first. */
export function LeadSources({ load, onRetry, sources, options, total, clientId }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const bars = barsOf(sources, { options, total, clientId, most: showsAll ? sources.length : MOST });
  return (
    <BarCard
      title="Leads by Source"
      text="Where your leads come from"
      load={load}
      failure="Failed to load leads by source"
      onRetry={onRetry}
      caption="Leads by source"
      heading="Source"
      bars={bars}
      action={
        sources.length > MOST && (
          <Button variant="subtle" size="compact-xs" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show the largest' : 'Show all'}
          </Button>
        )
      }
    />
  );
}

type Around = { options: readonly ColouredOption[]; total: number; clientId: string; most: number };

function barsOf(sources: readonly SourceCount[], { options, total, clientId, most }: Around): Bar[] {
  const bars = sources.slice(0, most).map(({ source, leads }): Bar => ({
    key: source ?? '',
    label: source === null ? 'No source' : optionLabel(source, options),
    value: leads,
    to: leadsFrom(clientId, source),
    tone: source === null ? 'neutral' : sourceTone(source, options),
    note: shareOf(leads, total),
  }));
  const others = sources.slice(most);
  if (others.length === 0) return bars;
  const leads = others.reduce((sum, one) => sum + one.leads, 0);
  const label = others.length === 1 ? '1 other source' : `${others.length} other sources`;
  return [
    ...bars,
    { key: 'others', label, value: leads, tone: 'neutral', isRest: true, note: shareOf(leads, total) },
  ];
}
