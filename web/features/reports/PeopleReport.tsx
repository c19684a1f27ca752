import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { reports } from '#shared/activities/reports.ts';
import type { PeopleFigures } from '#shared/activities/reports.ts';
import { AllFigures } from '#web/features/reports/AllFigures.tsx';
import { LoadedReport } from '#web/features/reports/LoadedReport.tsx';
import { FigureCard } from '#web/features/reports/FigureCard.tsx';
import { FigureChart } from '#web/features/reports/FigureChart.tsx';
import { FigureTable } from '#web/features/reports/FigureTable.tsx';
import classes from '#web/features/reports/Reports.module.css';
import { columnNamed } from '#web/features/reports/figure-columns.ts';
import { columnsOf } from '#web/features/reports/people-columns.ts';
import type { PeopleColumn } from '#web/features/reports/people-columns.ts';
import { figuresFile } from '#web/features/reports/figures-file.ts';
import { figureLink } from '#web/features/reports/report-links.ts';
import type { ReportOf } from '#web/features/reports/report-links.ts';
import { KINDS, rowsOf, useRowsKind } from '#web/features/reports/report-rows.ts';
import type { ReportRow, RowsKind } from '#web/features/reports/report-rows.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

type Report = DataOf<typeof reports.people>;

/** The figures of people in a period: cards for the team, a chart, and the table with all figures. */
export function PeopleReport(of: ReportOf) {
  return (
    <LoadedReport endpoint={reports.people} of={of}>
      {(report) => <People report={report} {...of} />}
    </LoadedReport>
  );
}

/** The list for a figure of a row. */
type LinkOf = (column: PeopleColumn, row: ReportRow) => string | undefined;

function People({ report, ...of }: { report: Report } & ReportOf) {
  const { team, teams, promise_minutes, counts_working_hours } = report;
  const [wanted, setKind] = useRowsKind();
  const kind = teams.length > 0 ? wanted : 'people';
  const rows = rowsOf(report, kind);
  const hasPromise = promise_minutes !== null || team.now.in_time + team.now.too_late > 0;
  const columns = columnsOf(hasPromise, counts_working_hours);
  const total: ReportRow = { key: 'all', name: 'Whole team', ...team };
  const linkOf: LinkOf = (column, { people }) => figureLink(column.key as keyof PeopleFigures, of, people);
  const isEmpty = [team.now, team.before].every((figures) =>
    columns.every(({ of: value }) => !value(figures)),
  );
  if (isEmpty) {
    return (
      <StateMessage icon={ChartNoAxesColumn} title="No leads in this period">
        Nobody added a lead, made a call or planned a follow-up in this period or the one before. Choose
        another period.
      </StateMessage>
    );
  }
  return (
    <>
      <section className={classes.cards} aria-label="Team figures">
        {['new_leads', 'first_contact_minutes', 'calls', 'converted'].map((key) => (
          <FigureCard
            key={key}
            title={CARD_TITLES[key]}
            column={columnNamed(columns, key)}
            {...team}
            than={report.before}
            to={linkOf(columnNamed(columns, key), total)}
          />
        ))}
      </section>
      {counts_working_hours && (
        <p className={classes.quiet}>The time to a first contact counts working hours only.</p>
      )}
      <FigureChart
        title={KINDS[kind].chart}
        each={KINDS[kind].each}
        heading={KINDS[kind].heading}
        columns={columns}
        rows={rows}
        linkOf={linkOf}
      />
      <AllFigures
        before={report.before}
        file={() => figuresFile(KINDS[kind].heading, columns, [...rows, total])}
        fileName={`${kind}-${of.days.from_date}-${of.days.to_date}.csv`}
        actions={
          teams.length > 0 && (
            <Choices
              title="Rows"
              isTitleHidden
              choices={[
                { value: 'people', label: 'People' },
                { value: 'teams', label: 'Teams' },
              ]}
              value={kind}
              onChange={(value) => setKind(value as RowsKind)}
            />
          )
        }
      >
        <FigureTable
          caption={`Figures of ${KINDS[kind].each}, and the change from the previous period`}
          heading={KINDS[kind].heading}
          columns={columns}
          rows={rows}
          total={total}
          linkOf={linkOf}
        />
      </AllFigures>
    </>
  );
}

const CARD_TITLES: Record<string, string> = { first_contact_minutes: 'Median to first contact' };
