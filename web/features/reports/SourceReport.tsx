import { Button } from '@mantine/core';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import IndianRupee from 'lucide-react/icons/indian-rupee';
import { useState } from 'react';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { reports } from '#shared/activities/reports.ts';
import type { SourceFigures } from '#shared/activities/reports.ts';
import { AllFigures } from '#web/features/reports/AllFigures.tsx';
import { FigureCard } from '#web/features/reports/FigureCard.tsx';
import { FigureChart } from '#web/features/reports/FigureChart.tsx';
import { FigureTable } from '#web/features/reports/FigureTable.tsx';
import { LoadedReport } from '#web/features/reports/LoadedReport.tsx';
import { MonthChart } from '#web/features/reports/MonthChart.tsx';
import classes from '#web/features/reports/Reports.module.css';
import { figuresFile } from '#web/features/reports/figures-file.ts';
import { columnNamed } from '#web/features/reports/figure-columns.ts';
import type { Column } from '#web/features/reports/figure-columns.ts';
import { newLeadsLink, wonLeadsLink } from '#web/features/reports/report-links.ts';
import type { ReportOf } from '#web/features/reports/report-links.ts';
import { monthColumns, sourceColumns } from '#web/features/reports/source-columns.ts';
import type { SourceRow } from '#web/features/reports/source-columns.ts';
import { sourceTone } from '#web/leads/fields/tones.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useCan } from '#web/session/useCan.ts';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

const CostDialog = loadable(async () => (await import('#web/features/reports/CostDialog.tsx')).CostDialog);

type Report = DataOf<typeof reports.sources>;

/** The figures of each source in a period: cards, charts, and the table with all figures. */
export function SourceReport(of: ReportOf) {
  return (
    <LoadedReport endpoint={reports.sources} of={of}>
      {(report) => <Sources report={report} of={of} />}
    </LoadedReport>
  );
}

/** The list of the leads that a figure counts. Costs have none. */
const linkTo = (of: ReportOf) => (column: Column<SourceFigures>, row: Pick<SourceRow, 'source'>) => {
  const { source } = row;
  const filters =
    source === undefined ? {} : source === null ? { no_source: 'true' as const } : { source: [source] };
  if (column.key === 'new_leads') return newLeadsLink(of, filters);
  if (column.key === 'contacted') return newLeadsLink(of, { ...filters, is_contacted: 'true' });
  return column.key.startsWith('converted') ? wonLeadsLink(of, filters) : undefined;
};

const isNothing = ({ new_leads, converted, cost }: SourceFigures) =>
  new_leads + converted === 0 && cost === null;

function Sources({ report, of }: { report: Report; of: ReportOf }) {
  const options = useFieldConfiguration(of.clientId).options('source');
  const columns = sourceColumns(report.costs !== null);
  const rows = report.sources.map((row): SourceRow => ({
    ...row,
    key: row.source ?? '',
    tone: row.source === null ? 'neutral' : sourceTone(row.source, options),
    name: row.source === null ? 'No source' : optionLabel(row.source, options),
  }));
  const total: SourceRow = {
    key: 'all',
    name: 'All sources',
    tone: 'neutral',
    ...report.all,
  };
  const linkOf = linkTo(of);
  if (isNothing(total.now) && isNothing(total.before))
    return (
      <StateMessage icon={ChartNoAxesColumn} title="No leads in this period">
        Nobody added or won a lead in this period or the one before. Choose another period.
      </StateMessage>
    );
  const cards = ['new_leads', report.costs === null ? 'contacted' : 'cost', 'converted', 'converted_value'];
  return (
    <>
      <section className={classes.cards} aria-label="Figures of all sources">
        {cards.map((key) => {
          const column = columnNamed(columns, key);
          return (
            <FigureCard
              key={key}
              column={column}
              {...report.all}
              than={report.before}
              to={linkOf(column, total)}
            />
          );
        })}
      </section>
      <FigureChart
        title="Sources compared"
        each="each source"
        heading="Source"
        columns={columns}
        rows={rows}
        linkOf={linkOf}
      />
      {report.months.length > 1 && (
        <MonthChart
          columns={monthColumns(report.costs !== null)}
          months={report.months}
          rows={rows}
          total={total}
          days={of.days}
          linkOf={(days, column, row) => linkTo({ ...of, days })(column, row)}
        />
      )}
      <AllFigures
        before={report.before}
        file={() => fileOf(report, columns, [...rows, total])}
        fileName={`sources-${of.days.from_date}-${of.days.to_date}.csv`}
        actions={<EnterCosts report={report} clientId={of.clientId} rows={rows} />}
      >
        <FigureTable
          caption="Figures of each source, and the change from the previous period"
          heading="Source"
          columns={columns}
          rows={rows}
          total={total}
          linkOf={linkOf}
        />
      </AllFigures>
    </>
  );
}

type EnterProps = { report: Report; clientId: string | undefined; rows: readonly SourceRow[] };

/** The link to the costs, for users who can enter them. */
function EnterCosts({ report, clientId, rows }: EnterProps) {
  const [isOpen, setOpen] = useState(false);
  const mayEnter = useCan('reports.costs');
  if (!mayEnter || report.costs === null) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IndianRupee size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Enter costs
      </Button>
      {isOpen && (
        <CostDialog
          clientId={clientId}
          months={report.months}
          costs={report.costs}
          sources={rows.filter(({ source }) => source !== null)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The table, followed by the months if the period has several. */
function fileOf(
  { months, costs }: Report,
  columns: readonly Column<SourceFigures>[],
  rows: readonly SourceRow[],
): Blob {
  const byMonth = (months.length > 1 ? months : []).flatMap((month, place) =>
    monthColumns(costs !== null).map(({ title, of }) => ({
      title: `${title}, ${month}`,
      of: (row: SourceRow) => of(row.months[place] as SourceFigures),
    })),
  );
  return figuresFile('Source', columns, rows, byMonth);
}
