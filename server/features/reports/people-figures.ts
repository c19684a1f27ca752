import { NOBODY } from '#shared/report-lists.ts';
import type { PeopleFigures, ReportPerson, ReportTeam } from '#shared/reports.ts';
import { readContact } from '#server/leads/first-contacts.ts';

/** Some figures of a person in one of the two periods. */
export type FiguresRow = {
  is_now: boolean;
  person: string | null;
  /** New leads by the code of their first contact, and how many have each, as PostgreSQL writes lists: `{-8,84}`. */
  codes?: string;
  counts?: string;
  /** New leads that nobody has contacted, but still may within the promised time. */
  waiting?: number;
  follow_ups?: number;
  follow_ups_done?: number;
} & Partial<Omit<PeopleFigures, keyof FromCodes>>;

type FromCodes = Pick<
  PeopleFigures,
  'new_leads' | 'contacted' | 'first_contact_minutes' | 'in_time' | 'too_late'
>;

/** The report's rows of these people and of nobody, and the sums of all. */
export function peopleOf(
  rows: readonly FiguresRow[],
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

const figuresOf = (rows: readonly FiguresRow[]) => ({
  now: summed(rows.filter(({ is_now }) => is_now)),
  before: summed(rows.filter(({ is_now }) => !is_now)),
});

/**
 * The same rows by team, in the order of the leaders' names; none in a company without leaders. People whose leader is unknown here, and
 * nobody, come last together.
 */
export function teamsOf(
  rows: readonly FiguresRow[],
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

/** The sums of rows of one period, whosever they are; the median is that of all their leads. */
function summed(rows: readonly FiguresRow[]): PeopleFigures {
  const sum = (key: Exclude<keyof FiguresRow, 'is_now' | 'person' | 'codes' | 'counts'>) =>
    rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  return {
    ...fromCodes(rows, sum('waiting')),
    calls: sum('calls'),
    connected: sum('connected'),
    talk_minutes: sum('talk_minutes'),
    follow_ups_on_time: sum('follow_ups_done') - sum('follow_ups_late'),
    follow_ups_late: sum('follow_ups_late'),
    follow_ups_open: sum('follow_ups') - sum('follow_ups_done'),
    converted: sum('converted'),
    // Values have two decimals, which sums of numbers would not keep.
    converted_value: Math.round(sum('converted_value') * 100) / 100,
  };
}

function fromCodes(rows: readonly FiguresRow[], waiting: number): FromCodes {
  const figures = { new_leads: 0, contacted: 0, in_time: 0, too_late: -waiting };
  /** How many leads waited so many minutes. */
  const waits = new Map<number, number>();
  let measured = 0;
  for (const { codes = '{}', counts = '{}' } of rows) {
    const numbers = listOf(counts);
    for (const [index, code] of listOf(codes).entries()) {
      const count = numbers[index] ?? 0;
      const { minutes, isContacted, isInTime, isBroken, isUnmet } = readContact(code);
      figures.new_leads += count;
      if (isContacted) figures.contacted += count;
      if (isInTime) figures.in_time += count;
      if (isBroken || isUnmet) figures.too_late += count;
      if (minutes === null) continue;
      waits.set(minutes, (waits.get(minutes) ?? 0) + count);
      measured += count;
    }
  }
  return { ...figures, first_contact_minutes: medianOf(waits, measured) };
}

const listOf = (text: string) => JSON.parse(`[${text.slice(1, -1)}]`) as number[];

/** The shortest wait within which at least half of `measured` leads were contacted; null without any. */
function medianOf(waits: ReadonlyMap<number, number>, measured: number): number | null {
  let seen = 0;
  for (const minutes of [...waits.keys()].sort((one, other) => one - other)) {
    seen += waits.get(minutes) ?? 0;
    if (seen * 2 >= measured) return minutes;
  }
  return null;
}
