import type { StatusCount } from '#shared/activities/dashboard.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { ColouredOption } from '#shared/fields/option-tones.ts';
import { BarCard } from '#web/features/dashboard/BarCard.tsx';
import { shareOf } from '#web/ui/BarRows.tsx';
import type { Bar } from '#web/ui/BarRows.tsx';
import type { Load } from '#web/features/dashboard/DashboardCard.tsx';
import { countedLeads } from '#web/features/dashboard/dashboard-links.ts';
import { statusTone } from '#web/leads/fields/tones.ts';
import { withValues } from '#web/leads/fields/useLeadOptions.ts';

type Props = {
  load: Load;
  onRetry: () => void;
  statuses: readonly StatusCount[];
  /** The client's statuses in the order of its pipeline. */
  options: readonly ColouredOption[];
  total: number;
  clientId: string;
};

/** The number of leads at each status, in the client's order; unconfigured statuses come last. */
export function StatusFunnel({ load, onRetry, statuses, options, total, clientId }: Props) {
  return (
    <BarCard
      title="Leads by Status"
      text="From the first contact to won or lost"
      load={load}
      failure="Failed to load leads by status"
      onRetry={onRetry}
      caption="Leads at each status"
      heading="Status"
      bars={barsOf(statuses, options, total, clientId)}
    />
  );
}

function barsOf(
  statuses: readonly StatusCount[],
  options: readonly ColouredOption[],
  total: number,
  clientId: string,
): Bar[] {
  const names = statuses.map(({ status }) => status).toSorted();
  const inOrder = withValues(options, names).map(({ value }) => value);
  const order = ({ status }: StatusCount) => inOrder.indexOf(status);
  const isShared = (status: string) => statuses.filter((one) => one.status === status).length > 1;
  return statuses
    .toSorted((one, other) => order(one) - order(other))
    .map(({ status, meaning, leads }) => ({
      key: `${status} ${meaning}`,
      label: optionLabel(status, options) + (isShared(status) ? ` (${meaning})` : ''),
      value: leads,
      to: countedLeads(clientId, { status: [status], ...(isShared(status) && { meaning }) }),
      tone: statusTone(status, [
        { ...options.find(({ value }) => value === status), value: status, label: status, meaning },
      ]),
      note: shareOf(leads, total),
    }));
}
