import type { ReactNode } from 'react';
import { BarRows } from '#web/ui/BarRows.tsx';
import type { Bar } from '#web/ui/BarRows.tsx';
import { DashboardCard, Nothing } from '#web/features/dashboard/DashboardCard.tsx';
import type { Load } from '#web/features/dashboard/DashboardCard.tsx';

type Props = {
  title: string;
  text: string;
  load: Load;
  failure: string;
  onRetry: () => void;
  /** The name of the table that the bars show, and the heading of its first column. */
  caption: string;
  heading: string;
  bars: readonly Bar[];
  /** Shown next to the title. */
  action?: ReactNode;
};

/** A card with a bar for each value and its number of leads. */
export function BarCard({ caption, heading, bars, ...card }: Props) {
  return (
    <DashboardCard {...card} skeleton={{ rows: 5, height: 36 }}>
      {() =>
        bars.length === 0 ? (
          <Nothing>No data available</Nothing>
        ) : (
          <BarRows caption={caption} heading={heading} bars={bars} />
        )
      }
    </DashboardCard>
  );
}
