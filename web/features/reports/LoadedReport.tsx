import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DataOf, InputOf } from '#shared/protocol/endpoint.ts';
import type { reports } from '#shared/activities/reports.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/reports/Reports.module.css';
import type { ReportOf } from '#web/features/reports/report-links.ts';
import { ListStates } from '#web/ui/lists/ListStates.tsx';

type Report = (typeof reports)['people' | 'sources' | 'funnel'];
type Props<E extends Report> = { endpoint: E; of: ReportOf; children: (report: DataOf<E>) => ReactNode };

/** In milliseconds. A report counts all leads of its period, and many colleagues write at once. */
const AGAIN = 60_000;

/**
 * Loads a report when it is opened, and again every minute. While another period loads, the previous report
 * stays.
 */
export function LoadedReport<E extends Report>({ endpoint, of, children }: Props<E>) {
  const { clientId, days } = of;
  const loaded = useQuery({
    ...query(endpoint, { query: { ...days, ...(clientId && { client_id: clientId }) } } as InputOf<E>),
    staleTime: 0,
    refetchInterval: AGAIN,
    placeholderData: keepPreviousData,
  });
  const words = { loading: 'Loading the report...', failure: 'Failed to load the report' };
  return (
    <ListStates source={loaded} words={words}>
      {({ data }) => (
        <div className={classes.parts} aria-busy={loaded.isPlaceholderData || undefined}>
          {children(data)}
        </div>
      )}
    </ListStates>
  );
}
