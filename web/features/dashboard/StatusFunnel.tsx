import type { StatusCount } from '#shared/dashboard.ts';
import { optionLabel } from '#shared/lead-options.ts';
import type { StatusMeaning } from '#shared/lead-options.ts';
import type { ColouredOption } from '#shared/option-tones.ts';
import { BarCard } from '#web/features/dashboard/BarCard.tsx';
import { shareOf } from '#web/ui/BarRows.tsx';
import type { Bar } from '#web/ui/BarRows.tsx';
import type { Load } from '#web/features/dashboard/DashboardCard.tsx';
import { countedLeads } from '#web/features/dashboard/dashboard-links.ts';
import { statusTone } from '#web/leads/tones.ts';

/** The order of meanings: closed statuses come last, whatever the client's order. */
const MEANINGS: readonly StatusMeaning[] = ['open', 'won', 'lost'];

type Props = {
  load: Load;
  onRetry: () => void;
  statuses: readonly StatusCount[];
  /** The client's statuses in the order of its pipeline. */
  options: readonly ColouredOption[];
  total: number;
  clientId: string;
};

/** The number of leads at each step of the pipeline, in order. */
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
  const order = ({ status, meaning }: StatusCount) => {
    const index = options.findIndex(({ value }) => value === status);
    return MEANINGS.indexOf(meaning) * 1000 + (index < 0 ? options.length : index);
  };
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
