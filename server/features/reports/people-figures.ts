import { NOBODY } from '#shared/activities/report-lists.ts';
import type { PeopleFigures, ReportPerson, ReportTeam } from '#shared/activities/reports.ts';

/** Some of a user's figures in one of the two periods. */
export type FiguresRow = {
  is_now: boolean;
  person: string | null;
  /**
   * How long leads waited for first contact (`waits`) and how many leads waited that long (`waiting`), as
   * PostgreSQL arrays: `{5,84}`.
   */
  waits?: string | null;
  waiting?: string | null;
} & Partial<Record<Counted, number | null>>;

/** The figures that are summed over rows. */
type Counted =
  | Exclude<
      keyof PeopleFigures,
      'first_contact_minutes' | 'too_late' | 'follow_ups_on_time' | 'follow_ups_open'
    >
  // New leads whose promise was not kept, and those of them whose time is not over yet.
  | 'missed'
  | 'awaited'
  | 'follow_ups'
  | 'follow_ups_done';

/** A row with its waits parsed: `[slot, leads]`. */
type Read = Omit<FiguresRow, 'waits' | 'waiting'> & { waits: (readonly [number, number])[] };

/** The report's rows for these users and for unassigned leads, and the totals. */
export function peopleOf(
  rows: readonly Read[],
  members: readonly { id: string; name: string }[],
): { people: ReportPerson[]; team: { now: PeopleFigures; before: PeopleFigures } } {
  const byPerson = Map.groupBy(rows, ({ person }) => person);
  const people: ReportPerson[] = members.map(({ id, name }) => ({
    person: { id, name },
    ...figuresOf(byPerson.get(id) ?? []),
  }));
  const nobody = byPerson.get(null);
  if (nobody) people.push({ person: null, ...figuresOf(nobody) });
  return { people, team: figuresOf(rows) };
}

const figuresOf = (rows: readonly Read[]) => ({
  now: summed(rows.filter(({ is_now }) => is_now)),
  before: { ...summed(rows.filter(({ is_now }) => !is_now)), follow_ups_overdue: null },
});

/**
 * The same rows by team, ordered by the leaders' names; none in a company without leaders. Users whose leader
 * is unknown here, and unassigned leads, share the last row.
 */
export function teamsOf(
  rows: readonly Read[],
  people: readonly { id: string }[],
  leaders: ReadonlyMap<string, string>,
  members: readonly { id: string; name: string }[],
): ReportTeam[] {
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const leaderOf = (id: string | null) => {
    const leader = id === null ? undefined : leaders.get(id);
    return leader !== undefined && names.has(leader) ? leader : null;
  };
  const hasNobody = rows.some(({ person }) => person === null);
  const ids = [...people.map(({ id }) => id), ...(hasNobody ? [null] : [])];
  const byLeader = Map.groupBy(ids, leaderOf);
  const rowsByLeader = Map.groupBy(rows, ({ person }) => leaderOf(person));
  const order = [...members.map(({ id }) => id).filter((id) => byLeader.has(id)), null];
  if (order.length === 1) return [];
  return order
    .filter((id) => byLeader.has(id))
    .map((id) => ({
      leader: id === null ? null : { id, name: names.get(id) ?? '' },
      people: (byLeader.get(id) ?? []).map((person) => person ?? NOBODY),
      ...figuresOf(rowsByLeader.get(id) ?? []),
    }));
}

/** The sums of one period's rows, no matter who they belong to; the median is over all their leads. */
function summed(rows: readonly Read[]): PeopleFigures {
  const sum = (key: Counted) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  return {
    new_leads: sum('new_leads'),
    contacted: sum('contacted'),
    first_contact_minutes: medianOf(rows),
    in_time: sum('in_time'),
    too_late: sum('missed') - sum('awaited'),
    calls: sum('calls'),
    connected: sum('connected'),
    talk_minutes: sum('talk_minutes'),
    follow_ups_on_time: sum('follow_ups_done') - sum('follow_ups_late'),
    follow_ups_late: sum('follow_ups_late'),
    follow_ups_open: sum('follow_ups') - sum('follow_ups_done'),
    follow_ups_overdue: sum('follow_ups_overdue'),
    converted: sum('converted'),
    // Values have two decimals, which summing floats would not preserve.
    converted_value: Math.round(sum('converted_value') * 100) / 100,
  };
}

const DAY = 1440;
/** Maps a wait to its slot: minutes on the first day, then hours. */
const slotOf = (minutes: number) => (minutes < DAY ? minutes : DAY + (minutes - DAY) / 60);
const minutesOf = (slot: number) => (slot < DAY ? slot : DAY + (slot - DAY) * 60);

const listOf = (text: string | null = null) => JSON.parse(`[${text?.slice(1, -1) ?? ''}]`) as number[];

/** Rows with their waits parsed. */
export const readWaits = (rows: readonly FiguresRow[]): Read[] =>
  rows.map(({ waits, waiting, ...row }) => {
    const leads = listOf(waiting);
    return { ...row, waits: listOf(waits).map((minutes, index) => [slotOf(minutes), leads[index] ?? 0]) };
  });

/** The shortest wait in minutes within which at least half of the contacted leads had their first contact; null without any. */
function medianOf(rows: readonly Read[]): number | null {
  const all: number[] = [];
  let measured = 0;
  for (const { waits } of rows) {
    for (const [slot, leads] of waits) {
      all[slot] = (all[slot] ?? 0) + leads;
      measured += leads;
    }
  }
  if (measured === 0) return null;
  let [slot, seen] = [0, all[0] ?? 0];
  for (; seen * 2 < measured; seen += all[slot] ?? 0) slot += 1;
  return minutesOf(slot);
}
