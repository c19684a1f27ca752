import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import { inNumbers, inPercent } from '#shared/values/numbers.ts';
import { reports } from '#shared/activities/reports.ts';
import { AllFigures } from '#web/features/reports/AllFigures.tsx';
import { FigureCard } from '#web/features/reports/FigureCard.tsx';
import { FigureTable } from '#web/features/reports/FigureTable.tsx';
import type { FigureRow } from '#web/features/reports/FigureTable.tsx';
import { LoadedReport } from '#web/features/reports/LoadedReport.tsx';
import classes from '#web/features/reports/Reports.module.css';
import { figuresFile } from '#web/features/reports/figures-file.ts';
import { durationText, points } from '#web/features/reports/figure-columns.ts';
import type { Column } from '#web/features/reports/figure-columns.ts';
import { newLeadsLink } from '#web/features/reports/report-links.ts';
import type { ReportOf } from '#web/features/reports/report-links.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { statusTone } from '#web/leads/fields/tones.ts';
import { BarRows, shareOf } from '#web/ui/BarRows.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

type Report = DataOf<typeof reports.funnel>;
/** The leads of a row: those that reached the step, with their shares, and those that are at it now. */
type Figures = {
  reached: number;
  /** Leads that reached the previous row; in the next property, all new leads. */
  previous: number | null;
  all: number;
  here: number | null;
  hours: number | null;
};
type Row = FigureRow<Figures> & {
  /** The status of the step; undefined for leads at no step. */
  status?: string;
  statuses?: readonly string[];
  /** The list filters for the row's leads; undefined if there are none. */
  filters?: Filters | undefined;
};
type Filters = { status?: readonly string[]; reached?: string };

const shareIn = (part: number, whole: number | null) => (whole ? (part / whole) * 100 : null);

const REACHED: Column<Figures> = {
  key: 'reached',
  title: 'Leads',
  of: ({ reached }) => reached,
  text: inNumbers,
};
const OF_ALL: Column<Figures> = {
  key: 'of_all',
  title: 'Of all new leads',
  of: ({ reached, all }) => shareIn(reached, all),
  text: inPercent,
  differenceText: points,
  unit: 'percent',
};
const COLUMNS: readonly Column<Figures>[] = [
  REACHED,
  {
    key: 'from_before',
    title: 'From previous step',
    of: ({ reached, previous }) => shareIn(reached, previous),
    text: inPercent,
    differenceText: points,
    unit: 'percent',
    better: 'more',
  },
  OF_ALL,
  { key: 'here', title: 'Now at this step', of: ({ here }) => here, text: inNumbers },
  {
    key: 'hours',
    title: 'Median time',
    of: ({ hours }) => hours,
    text: (hours) => durationText(hours * 60),
    unit: 'hours',
    better: 'less',
  },
];

/** How far the new leads of a period got: the funnel, and the table with shares and times. */
export function FunnelReport(of: ReportOf) {
  return (
    <LoadedReport endpoint={reports.funnel} of={of}>
      {(report) => <Funnel report={report} of={of} />}
    </LoadedReport>
  );
}

type Rows = { all: Row; steps: Row[]; lost: Row; other: Row | undefined };

/** All new leads, the steps in order, and the leads at no step: lost ones and those with other statuses. */
function rowsOf(report: Report, options: readonly Option[]): Rows {
  const { steps, totals, lost_statuses, other_statuses } = report;
  const figures = (part: 'now' | 'before', reached: number, more: Partial<Figures>): Figures => ({
    reached,
    all: totals[part].new_leads,
    previous: null,
    here: null,
    hours: null,
    ...more,
  });
  const both = (of: (part: 'now' | 'before') => Figures) => ({ now: of('now'), before: of('before') });
  const outside = (total: 'new_leads' | 'lost' | 'other', name: string, filters: Filters): Row => ({
    key: `all ${total}`,
    name,
    filters: filters.status?.length === 0 ? undefined : filters,
    ...both((part) => figures(part, totals[part][total], {})),
  });
  return {
    all: outside('new_leads', 'New leads', {}),
    steps: steps.map((step, place): Row => ({
      key: step.status,
      name: step.meaning === 'won' ? 'Won' : optionLabel(step.status, options),
      status: step.status,
      statuses: step.statuses,
      filters: { reached: step.status },
      ...both((part) => {
        const { reached, here, hours } = step[part];
        const previous = steps[place - 1]?.[part].reached ?? totals[part].new_leads;
        return figures(part, reached, { previous, here, hours });
      }),
    })),
    lost: outside('lost', 'Lost', { status: lost_statuses }),
    other: other_statuses.length > 0 ? outside('other', 'Other', { status: other_statuses }) : undefined,
  };
}

/**
 * Links to the leads that reached a step and to those that are at it now. Estimates link to lists as well,
 * which show the exact number.
 */
const linkTo =
  (of: ReportOf) =>
  (column: Column<Figures>, { statuses, filters }: Row) => {
    if (column.key === 'here') return statuses && newLeadsLink(of, { status: statuses });
    return column.key === 'reached' && filters ? newLeadsLink(of, filters) : undefined;
  };

function Funnel({ report, of }: { report: Report; of: ReportOf }) {
  const options = useFieldConfiguration(of.clientId).options('status');
  if (report.totals.now.new_leads + report.totals.before.new_leads === 0)
    return (
      <StateMessage icon={ChartNoAxesColumn} title="No leads in this period">
        Nobody added a lead in this period or the one before. Choose another period.
      </StateMessage>
    );
  const { all, steps, lost, other } = rowsOf(report, options);
  const linkOf = linkTo(of);
  const won = report.steps.at(-1)?.meaning === 'won' ? steps.at(-1) : undefined;
  const bars = [...steps, lost];
  const rows = other ? [...bars, other] : bars;
  return (
    <>
      <section className={classes.cards} aria-label="Figures of all new leads">
        {[all, won, lost, other]
          .filter((row) => row !== undefined)
          .map((row) => (
            <FigureCard
              key={row.key}
              column={{ ...REACHED, title: row === won ? 'Won, from these leads' : row.name }}
              now={row.now}
              before={row.before}
              than={report.before}
              to={linkOf(REACHED, row)}
            />
          ))}
        {won && (
          <FigureCard
            column={{ ...OF_ALL, title: 'Win rate of these leads', better: 'more' }}
            now={won.now}
            before={won.before}
            than={report.before}
          />
        )}
      </section>
      <FunnelChart {...{ report, rows: bars, options, linkOf }} />
      <AllFigures
        before={report.before}
        file={() => figuresFile('Status', COLUMNS, [...rows, all])}
        fileName={`funnel-${of.days.from_date}-${of.days.to_date}.csv`}
      >
        <FigureTable
          caption="Figures of each status, and the change from the previous period"
          heading="Status"
          columns={COLUMNS}
          rows={rows}
          total={all}
          linkOf={linkOf}
          isOrdered
        />
      </AllFigures>
    </>
  );
}

/** Notes that the numbers are estimates when only a part of the leads' history was read. */
function Estimate({ report: { totals } }: { report: Report }) {
  const { sampled, new_leads } = totals.now.sampled === null ? totals.before : totals.now;
  if (sampled === null) return null;
  const when = totals.now.sampled === null ? ' from the previous period' : '';
  return (
    <p className={classes.quiet} role="note">
      Based on a sample of {inNumbers(sampled)} of {inNumbers(new_leads)} leads{when}: times, and counts of
      leads that have moved on, are estimates.
    </p>
  );
}

type ChartProps = {
  report: Report;
  rows: readonly Row[];
  options: readonly Option[];
  linkOf: ReturnType<typeof linkTo>;
};

/** A bar for each step, proportional to the leads that have reached it. */
function FunnelChart({ report, rows, options, linkOf }: ChartProps) {
  return (
    <section className={classes.card} aria-label="Funnel">
      <header className={classes.head}>
        <div>
          <h2 className={classes.title}>Funnel</h2>
          <p className={classes.quiet}>
            New leads of the period that have reached each status, or a later one
          </p>
        </div>
      </header>
      <BarRows
        caption="New leads that have reached each status"
        heading="Status"
        bars={rows.map((row) => ({
          key: row.key,
          label: row.name,
          value: row.now.reached,
          note: shareOf(row.now.reached, row.now.all),
          to: linkOf(REACHED, row),
          tone: row.status === undefined ? 'red' : statusTone(row.status, options),
        }))}
      />
      <Estimate report={report} />
    </section>
  );
}
