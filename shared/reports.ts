import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Id } from '#shared/fields.ts';
import { day } from '#shared/instant.ts';

/** The longest period of a report, in days. */
const MAX_REPORT_DAYS = 366;
const DAY = 86_400_000;

/** Days of the client's calendar, both included. */
export type ReportDays = { from_date: string; to_date: string };

/**
 * The days with which a period is compared: those with the same dates in the months before, where the period begins with a
 * month; as many days right before in all other cases.
 */
export function daysBefore({ from_date, to_date }: ReportDays): ReportDays {
  const [from, to] = [dateOf(from_date), dateOf(to_date)];
  if (from.getUTCDate() !== 1) {
    const length = to.getTime() - from.getTime() + DAY;
    return { from_date: dayText(from.getTime() - length), to_date: dayText(from.getTime() - DAY) };
  }
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const months = years * 12 + to.getUTCMonth() - from.getUTCMonth() + 1;
  const last = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const [year, month, date] = [to.getUTCFullYear(), to.getUTCMonth(), to.getUTCDate()];
  const lastBefore = last(year, month - months);
  const end = date === last(year, month) ? lastBefore : Math.min(date, lastBefore);
  return {
    from_date: dayText(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - months, 1)),
    to_date: dayText(Date.UTC(year, month - months, end)),
  };
}

const dateOf = (text: string) => new Date(`${text}T00:00:00Z`);
const dayText = (moment: number) => new Date(moment).toISOString().slice(0, 10);

const ReportQuery = z
  .object({
    from_date: day('From date'),
    to_date: day('To date'),
    /** Needed by users who see every client: a report is about one. */
    client_id: z.optional(Id),
  })
  .check(
    z.refine(({ from_date, to_date }) => from_date <= to_date, {
      path: ['from_date'],
      message: 'From date cannot be after To date',
    }),
    z.refine(
      ({ from_date, to_date }) =>
        dateOf(to_date).getTime() - dateOf(from_date).getTime() < MAX_REPORT_DAYS * DAY,
      { path: ['to_date'], message: `A report covers ${MAX_REPORT_DAYS} days at most.` },
    ),
  );

/** The figures of a person, or of the team, in a period. */
export const PeopleFigures = z.object({
  /** Leads created in the period that are neither archived nor duplicates, by their assignee of today. */
  new_leads: z.int(),
  /** New leads that somebody has contacted, at any time. */
  contacted: z.int(),
  /**
   * The minutes from the creation to the first call or opened message within which half of the leads with one had it: whole minutes,
   * from a day on whole hours; null without any.
   */
  first_contact_minutes: z.nullable(z.int()),
  /** New leads with a promised first contact: contacted in time, and contacted later or not at all although the time is over. */
  in_time: z.int(),
  too_late: z.int(),
  /** Calls of the period by the user who logged them, those that were answered, and their minutes. */
  calls: z.int(),
  connected: z.int(),
  talk_minutes: z.int(),
  /** Follow-ups due in the period, by their owner: completed on the day due or before, completed later, and still open. */
  follow_ups_on_time: z.int(),
  follow_ups_late: z.int(),
  follow_ups_open: z.int(),
  /** Leads that were won in the period and still are, by their assignee of today, and their value in rupees. */
  converted: z.int(),
  converted_value: z.number(),
});
export type PeopleFigures = z.infer<typeof PeopleFigures>;

const Compared = z.object({ now: PeopleFigures, before: PeopleFigures });

/** A row: a person, or the work that is nobody's. */
export const ReportPerson = z.extend(Compared, {
  /** Null: leads, calls and follow-ups of nobody. */
  person: z.nullable(z.object({ id: Id, name: z.string() })),
});
export type ReportPerson = z.infer<typeof ReportPerson>;

/** A team: its leader, and those whose nearest leader that is. */
export const ReportTeam = z.extend(Compared, {
  /** Null: people without a leader, and the work that is nobody's. */
  leader: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Ids of users, and `none` for nobody. */
  people: z.array(z.string()),
});
export type ReportTeam = z.infer<typeof ReportTeam>;

const Days = z.object({ from_date: z.iso.date(), to_date: z.iso.date() });

const common = { method: 'GET', permission: 'reports.read', tag: 'Reports', query: ReportQuery } as const;

export const reports = {
  people: endpoint({
    ...common,
    path: '/reports/people',
    summary: 'Figures of each person and of the team in a period, beside those of the period before',
    data: z.object({
      before: Days,
      /** The minutes within which the company promises the first contact today; null without a promise. */
      promise_minutes: z.nullable(z.int()),
      people: z.array(ReportPerson),
      /** The same by team, where the company has any. */
      teams: z.array(ReportTeam),
      /** The sums of the people; the median is that of all leads. */
      team: Compared,
    }),
  }),
};
