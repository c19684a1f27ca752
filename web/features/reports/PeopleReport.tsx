import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import { useState } from 'react';
import type { DataOf } from '#shared/endpoint.ts';
import { reports } from '#shared/reports.ts';
import type { PeopleFigures } from '#shared/reports.ts';
import { query } from '#web/api/query.ts';
import { AllFigures } from '#web/features/reports/AllFigures.tsx';
import { FigureCard } from '#web/features/reports/FigureCard.tsx';
import { FigureTable } from '#web/features/reports/FigureTable.tsx';
import classes from '#web/features/reports/Reports.module.css';
import { columnNamed, columnsOf } from '#web/features/reports/people-columns.ts';
import type { Column } from '#web/features/reports/people-columns.ts';
import { figuresFile } from '#web/features/reports/figures-file.ts';
import { figureLink } from '#web/features/reports/report-links.ts';
import type { ReportOf } from '#web/features/reports/report-links.ts';
import { KINDS, rowsOf, useRowsKind } from '#web/features/reports/report-rows.ts';
import type { ReportRow, RowsKind } from '#web/features/reports/report-rows.ts';
import { BarRows } from '#web/ui/BarRows.tsx';
import { Choices } from '#web/ui/Choices.tsx';
import { ListStates } from '#web/ui/ListStates.tsx';
import { StateMessage } from '#web/ui/StateMessage.tsx';

type Report = DataOf<typeof reports.people>;

/** The figures of people in a period: cards of the team, a chart, and the table with all of them. */
export function PeopleReport({ clientId, days }: ReportOf) {
  const loaded = useQuery({
    ...query(reports.people, { query: { ...days, ...(clientId && { client_id: clientId }) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const words = { loading: 'Loading the report...', failure: 'Failed to load the report' };
  return (
    <ListStates source={loaded} words={words}>
      {({ data }) => (
        <div className={classes.parts} aria-busy={loaded.isPlaceholderData || undefined}>
          <People report={data} clientId={clientId} days={days} />
        </div>
      )}
    </ListStates>
  );
}

/** The list behind a figure of a row. */
type LinkOf = (column: Column, row: ReportRow) => string | undefined;

function People({ report, ...of }: { report: Report } & ReportOf) {
  const { team, teams, promise_minutes } = report;
  const [wanted, setKind] = useRowsKind();
  const kind = teams.length > 0 ? wanted : 'people';
  const rows = rowsOf(report, kind);
  const hasPromise = promise_minutes !== null || team.now.in_time + team.now.too_late > 0;
  const columns = columnsOf(hasPromise);
  const total: ReportRow = { key: 'all', name: 'Whole team', ...team };
  const linkOf: LinkOf = (column, { people }) => figureLink(column.key as keyof PeopleFigures, of, people);
  const isEmpty = [team.now, team.before].every((figures) =>
    columns.every(({ of: value }) => !value(figures)),
  );
  if (isEmpty) {
    return (
      <StateMessage icon={ChartNoAxesColumn} title="No leads in this period">
        Nobody has added a lead, called or planned a follow-up in these days or those before. Choose another
        period.
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
            to={linkOf(columnNamed(columns, key), total)}
          />
        ))}
      </section>
      <PeopleChart columns={columns} rows={rows} kind={kind} linkOf={linkOf} />
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
          caption={`Figures of ${KINDS[kind].each}, with the change since the period before`}
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

type ChartProps = {
  columns: readonly Column[];
  rows: readonly ReportRow[];
  kind: RowsKind;
  linkOf: LinkOf;
};

/** One figure of all people or teams, the largest first. */
function PeopleChart({ columns, rows, kind, linkOf }: ChartProps) {
  const [key, setKey] = useState('new_leads');
  const column = columnNamed(columns, key);
  const bars = rows
    .map((row) => ({ row, value: column.of(row.now) ?? 0 }))
    .sort((one, other) => other.value - one.value)
    .map(({ row, value }) => ({
      key: row.key,
      label: row.name,
      value,
      text: column.of(row.now) === null ? '-' : (column.short ?? column.text)(value),
      to: linkOf(column, row),
    }));
  return (
    <section className={classes.card} aria-label={KINDS[kind].chart}>
      <header className={classes.head}>
        <h2 className={classes.title}>{KINDS[kind].chart}</h2>
        <NativeSelect
          aria-label="Figure"
          size="xs"
          value={column.key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          data={columns.map(({ key: value, title }) => ({ value, label: title }))}
        />
      </header>
      <BarRows
        caption={`${column.title} of ${KINDS[kind].each}`}
        heading={KINDS[kind].heading}
        measure={column.title}
        bars={bars}
      />
    </section>
  );
}
