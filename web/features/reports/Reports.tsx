import { NativeSelect } from '@mantine/core';
import { Link } from 'react-router';
import { FunnelReport } from '#web/features/reports/FunnelReport.tsx';
import { PeopleReport } from '#web/features/reports/PeopleReport.tsx';
import { SourceReport } from '#web/features/reports/SourceReport.tsx';
import classes from '#web/features/reports/Reports.module.css';
import { PERIODS } from '#web/features/reports/report-days.ts';
import { daysText } from '#web/features/reports/report-links.ts';
import { REPORTS, useReportState } from '#web/features/reports/report-state.ts';
import type { PeriodName } from '#web/features/reports/report-days.ts';
import type { ReportName } from '#web/features/reports/report-state.ts';
import { ChooseClient } from '#web/pickers/ChooseClient.tsx';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/session/useSession.ts';
import { DayRange } from '#web/ui/fields/DayRange.tsx';

const PARTS = { people: PeopleReport, sources: SourceReport, funnel: FunnelReport };

/** The reports of one client in a period. Users with access to all clients choose one first. */
export function Reports() {
  const { seesAllClients, client } = useUser();
  const state = useReportState();
  const { clientId, period, days } = state;
  const nameOf = useClientNames(clientId ? [clientId] : []);
  const company = clientId ? nameOf(clientId) : client?.clientName;
  const Report = PARTS[state.report];
  return (
    <div className={classes.page}>
      <nav className={classes.tabs} aria-label="Reports">
        {(Object.keys(REPORTS) as ReportName[]).map((name) => (
          <Link
            key={name}
            className={classes.tab}
            to={state.linkTo(name)}
            replace
            aria-current={name === state.report ? 'page' : undefined}
          >
            {REPORTS[name]}
          </Link>
        ))}
        <Link className={classes.tab} to={paths.calls}>
          Calls
        </Link>
      </nav>
      <div className={classes.bar}>
        {seesAllClients && <ClientSelect value={clientId ?? null} onChange={state.choose} />}
        <NativeSelect
          label="Period"
          value={period}
          onChange={({ currentTarget }) => state.choosePeriod(currentTarget.value as PeriodName)}
          data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
        />
        {period === 'days' && (
          <DayRange
            days={days}
            onChange={(chosen) => chosen.from_date && chosen.to_date && state.chooseDays(chosen)}
          />
        )}
      </div>
      {seesAllClients && !clientId ? (
        <ChooseClient onChoose={state.choose}>Its reports appear here.</ChooseClient>
      ) : (
        // Days are in the client's time zone, which must be known first.
        state.isKnown && (
          <>
            <p className={classes.printed}>
              {company && `${company}: `}
              {REPORTS[state.report]}, {daysText(days)}
            </p>
            <Report key={clientId} clientId={clientId} days={days} />
          </>
        )
      )}
    </div>
  );
}
