import { useSearchParams } from 'react-router';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { NOBODY } from '#shared/activities/report-lists.ts';
import type { PeopleFigures, reports } from '#shared/activities/reports.ts';
import type { FigureRow } from '#web/features/reports/FigureTable.tsx';
import { currentSearch } from '#web/lib/address/current-search.ts';

/** A row of the report: a person, a team, or the whole company. */
export type ReportRow = FigureRow<PeopleFigures> & {
  /** Ids of the row's people, `none` for work without an owner; undefined for everybody. */
  people?: readonly string[];
};

export type RowsKind = 'people' | 'teams';

/** The labels of each kind of row. */
export const KINDS = {
  people: { heading: 'Person', each: 'each person', chart: 'People compared' },
  teams: { heading: 'Team', each: 'each team', chart: 'Teams compared' },
} as const;

/** The rows of a report by person or by team. */
export function rowsOf({ people, teams }: DataOf<typeof reports.people>, kind: RowsKind): ReportRow[] {
  if (kind === 'teams')
    return teams.map(({ leader, ...team }) => ({
      ...team,
      key: leader?.id ?? NOBODY,
      name: leader ? `Team of ${leader.name}` : 'Without a team',
    }));
  return people.map(({ person, now, before }) => {
    const id = person?.id ?? NOBODY;
    return { key: id, name: person?.name ?? 'Unassigned', people: [id], now, before };
  });
}

/** The kind of the rows, held in the address, and a function that changes it. */
export function useRowsKind(): [RowsKind, (kind: RowsKind) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (kind: RowsKind) =>
    setSearch(() => {
      const next = currentSearch();
      if (kind === 'teams') next.set('rows', kind);
      else next.delete('rows');
      return next;
    });
  return [search.get('rows') === 'teams' ? 'teams' : 'people', change];
}
