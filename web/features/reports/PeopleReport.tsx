import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { DataOf } from '#shared/endpoint.ts';
import { reports } from '#shared/reports.ts';
import type { ReportDays } from '#shared/reports.ts';
import { query } from '#web/api/query.ts';
import { Change } from '#web/features/reports/Change.tsx';
import { PeopleTable } from '#web/features/reports/PeopleTable.tsx';
import classes from '#web/features/reports/Reports.module.css';
import { columnNamed, columnsOf } from '#web/features/reports/people-columns.ts';
import type { Column } from '#web/features/reports/people-columns.ts';
import { figureLink } from '#web/features/reports/figure-link.ts';
import { peopleFile } from '#web/features/reports/people-file.ts';
import { KINDS, rowsOf, useRowsKind } from '#web/features/reports/report-rows.ts';
import type { ReportRow, RowsKind } from '#web/features/reports/report-rows.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { BarRows } from '#web/ui/BarRows.tsx';
import { Choices } from '#web/ui/Choices.tsx';
import { ListStates } from '#web/ui/ListStates.tsx';
import { StateMessage } from '#web/ui/StateMessage.tsx';
import { Link } from 'react-router';

type Of = { clientId: string | undefined; days: ReportDays };
type Report = DataOf<typeof reports.people>;

/** The figures of people in a period: cards of the team, a chart, and the table with all of them. */
export function PeopleReport({ clientId, days }: Of) {
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

/** The list behind a figure of a row, or of all together. */
type LinkOf = (column: Column, row?: ReportRow) => string | undefined;

function People({ report, ...of }: { report: Report } & Of) {
  const { team, teams, promise_minutes } = report;
  const [wanted, setKind] = useRowsKind();
  const kind = teams.length > 0 ? wanted : 'people';
  const rows = rowsOf(report, kind);
  const hasPromise = promise_minutes !== null || team.now.in_time + team.now.too_late > 0;
  const columns = columnsOf(hasPromise);
  const linkOf: LinkOf = (column, row) => figureLink(column.figure, of, row?.people);
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
          <Card
            key={key}
            column={columnNamed(columns, key)}
            team={team}
            to={linkOf(columnNamed(columns, key))}
          />
        ))}
      </section>
      <PeopleChart columns={columns} rows={rows} kind={kind} linkOf={linkOf} />
      <section className={classes.card} aria-labelledby="people-table">
        <header className={classes.head}>
          <div>
            <h2 id="people-table" className={classes.title}>
              All figures
            </h2>
            <p className={classes.quiet}>Compared with {daysText(report.before)}</p>
          </div>
          {teams.length > 0 && (
            <Choices
              title="Rows"
              isTitleHidden
              className={classes.kinds}
              choices={[
                { value: 'people', label: 'People' },
                { value: 'teams', label: 'Teams' },
              ]}
              value={kind}
              onChange={(value) => setKind(value as RowsKind)}
            />
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<Download size={14} aria-hidden="true" />}
            onClick={() =>
              saveFile(
                peopleFile(columns, rows, { kind, team }),
                `${kind}-${of.days.from_date}-${of.days.to_date}.csv`,
              )
            }
          >
            Download CSV
          </Button>
        </header>
        <PeopleTable columns={columns} rows={rows} kind={kind} team={team} linkOf={linkOf} />
      </section>
    </>
  );
}

const dayText = (day: string) => day.split('-').toReversed().join('/');
const daysText = ({ from_date, to_date }: ReportDays) => `${dayText(from_date)} to ${dayText(to_date)}`;

const CARD_TITLES: Record<string, string> = { first_contact_minutes: 'Median to first contact' };

type CardProps = { column: Column; team: Report['team']; to: string | undefined };

function Card({ column, team, to }: CardProps) {
  const value = column.of(team.now);
  const text = value === null ? '-' : column.text(value);
  const title = CARD_TITLES[column.key] ?? column.title;
  return (
    <article className={classes.card}>
      <h2 className={classes.quiet}>{title}</h2>
      <p className={classes.value}>
        {to === undefined ? (
          text
        ) : (
          <Link className={classes.link} to={to} aria-label={`${title}: ${text}`}>
            {text}
          </Link>
        )}
      </p>
      <Change column={column} {...team} />
    </article>
  );
}

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
