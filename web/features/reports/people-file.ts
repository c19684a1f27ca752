import type { DataOf } from '#shared/endpoint.ts';
import type { PeopleFigures, reports } from '#shared/reports.ts';
import { KINDS } from '#web/features/reports/report-rows.ts';
import type { ReportRow, RowsKind } from '#web/features/reports/report-rows.ts';
import type { Column } from '#web/features/reports/people-columns.ts';
import { csvFile } from '#web/lib/csv-file.ts';

/** The table as a CSV file: plain numbers (minutes, percent, rupees) beside those of the period before. */
export function peopleFile(
  columns: readonly Column[],
  rows: readonly ReportRow[],
  { kind, team }: { kind: RowsKind; team: DataOf<typeof reports.people>['team'] },
): Blob {
  const plain = (column: Column, figures: PeopleFigures) => {
    const value = column.of(figures);
    return value === null ? '' : String(Math.round(value * 100) / 100);
  };
  const head = [KINDS[kind].heading, ...columns.flatMap(({ key, title }) => [titleOf(key, title), `${titleOf(key, title)}, period before`])]; // prettier-ignore
  return csvFile([
    head,
    ...[...rows, { name: 'Whole team', ...team }].map(({ name, now, before }) => [
      name,
      ...columns.flatMap((column) => [plain(column, now), plain(column, before)]),
    ]),
  ]);
}

const UNITS: Record<string, string> = {
  first_contact_minutes: 'minutes, median',
  talk_minutes: 'minutes',
  in_time: 'percent',
  converted_value: 'rupees',
};
const titleOf = (key: string, title: string) => (UNITS[key] ? `${title} (${UNITS[key]})` : title);
