import type { MonthlyPoint } from '#shared/activities/dashboard.ts';
import { daysOfMonth, monthName } from '#shared/values/months.ts';
import { counted } from '#shared/values/numbers.ts';
import { BarRows } from '#web/ui/BarRows.tsx';
import classes from '#web/features/dashboard/Dashboard.module.css';
import { DashboardCard, Nothing } from '#web/features/dashboard/DashboardCard.tsx';
import type { Load } from '#web/features/dashboard/DashboardCard.tsx';
import { countedLeads } from '#web/features/dashboard/dashboard-links.ts';

type Props = { load: Load; onRetry: () => void; months: readonly MonthlyPoint[]; clientId: string };

/** The number of leads created in each of the last six months, and the average. */
export function TrendCard({ load, onRetry, months, clientId }: Props) {
  const total = months.reduce((sum, { leads }) => sum + leads, 0);
  const average = Math.round(total / Math.max(1, months.length));
  return (
    <DashboardCard
      title="Lead Generation Trend"
      text="Monthly lead acquisition over the last 6 months"
      load={load}
      failure="Failed to load monthly trend data"
      onRetry={onRetry}
      skeleton={{ rows: 7, height: 36 }}
    >
      {() =>
        total === 0 ? (
          <Nothing>No data available</Nothing>
        ) : (
          <>
            <BarRows
              caption="Leads created in each of the last 6 months"
              heading="Month"
              bars={months.map(({ month, leads }) => ({
                key: month,
                label: monthName(month, 'short'),
                value: leads,
                to: countedLeads(clientId, daysOfMonth(month)),
              }))}
            />
            <p className={classes.foot}>
              Average per month <strong>{counted(average, 'lead')}</strong>
            </p>
          </>
        )
      }
    </DashboardCard>
  );
}
