import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, requiredText } from '#shared/fields/fields.ts';
import { day } from '#shared/values/instant.ts';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import { Money } from '#shared/fields/lead-values.ts';
import type { Days } from '#shared/values/months.ts';

/** The longest period of a report, in days. */
const MAX_REPORT_DAYS = 366;
const DAY = 86_400_000;
const QUARTER = 3;
/** The months of the units that a period may be the beginning of. */
const MONTHS_OF = { quarter: QUARTER, half_year: 6, year: 12 } as const;
const UNITS = ['quarter', 'half_year', 'year'] as const satisfies (keyof typeof MONTHS_OF)[];

/** The days of a report. `unit` distinguishes a quarter that has just begun from its first month. */
export type ReportDays = Days & { unit?: keyof typeof MONTHS_OF | undefined };

/**
 * The period to compare with. A period that begins with a month is compared with the same dates of the months
 * before, and a unit to date with the same dates of the unit before. Otherwise the period is compared with as
 * many days right before it.
 */
export function daysBefore({ from_date, to_date, unit }: ReportDays): Days {
  const [from, to] = [dateOf(from_date), dateOf(to_date)];
  if (from.getUTCDate() !== 1) {
    const length = to.getTime() - from.getTime() + DAY;
    return { from_date: dayText(from.getTime() - length), to_date: dayText(from.getTime() - DAY) };
  }
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const touched = years * 12 + to.getUTCMonth() - from.getUTCMonth() + 1;
  const isQuarter = from.getUTCMonth() % QUARTER === 0 && touched === 2;
  const months = Math.max(touched, unit ? MONTHS_OF[unit] : isQuarter ? QUARTER : 0);
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

const MAX_COSTS = 500;

/** The cost of a source in a month, in rupees; null removes it. */
const EnteredCost = z.object({
  source: requiredText(LEAD_FIELDS.source.max, 'Name the source.'),
  month: z
    .string('Name the month.')
    .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'The month must be one such as 2026-11.')),
  cost: Money('Cost'),
});

const ReportQuery = z
  .object({
    from_date: day('From date'),
    to_date: day('To date'),
    /** Required from users with access to all clients: a report covers one. */
    client_id: z.optional(Id),
    /** The days are the beginning of this unit, compared with the same days of the one before. */
    unit: z.optional(z.enum(UNITS, 'The unit is quarter, half_year, year or left out.')),
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
  /** Leads created in the period that are neither archived nor duplicates, by current assignee. */
  new_leads: z.int(),
  /** New leads that somebody has ever contacted. */
  contacted: z.int(),
  /**
   * The median minutes from creation to the first call or opened message: whole minutes, and whole hours from
   * a day on; null when no lead has one.
   */
  first_contact_minutes: z.nullable(z.int()),
  /**
   * New leads with a promised first contact: contacted in time, and contacted late or not at all although the
   * time is up.
   */
  in_time: z.int(),
  too_late: z.int(),
  /** Calls in the period by the user who logged them, those answered, and their minutes. */
  calls: z.int(),
  connected: z.int(),
  talk_minutes: z.int(),
  /** Follow-ups due in the period, by owner: completed by the due day, completed later, and still open. */
  follow_ups_on_time: z.int(),
  follow_ups_late: z.int(),
  follow_ups_open: z.int(),
  /**
   * Open follow-ups that are overdue right now, by owner, regardless of their due date; null in the period
   * before.
   */
  follow_ups_overdue: z.nullable(z.int()),
  /** Leads won in the period that are still won, by current assignee, and their value in rupees. */
  converted: z.int(),
  converted_value: z.number(),
});
export type PeopleFigures = z.infer<typeof PeopleFigures>;

const Compared = z.object({ now: PeopleFigures, before: PeopleFigures });

/** A row: a person, or the work without an owner. */
export const ReportPerson = z.extend(Compared, {
  /** Null: leads, calls and follow-ups without an owner. */
  person: z.nullable(z.object({ id: Id, name: z.string() })),
});
export type ReportPerson = z.infer<typeof ReportPerson>;

/** A team: its leader, and everybody whose nearest leader that is. */
export const ReportTeam = z.extend(Compared, {
  /** Null: people without a leader, and work without an owner. */
  leader: z.nullable(z.object({ id: Id, name: z.string() })),
  /** User ids, and `none` for work without an owner. */
  people: z.array(z.string()),
});
export type ReportTeam = z.infer<typeof ReportTeam>;

/** The figures of a source, or of all sources, in a period. */
export const SourceFigures = z.object({
  /** Leads created in the period that are neither archived nor duplicates. */
  new_leads: z.int(),
  /** New leads that somebody has ever contacted. */
  contacted: z.int(),
  /** Leads won in the period that are still won, whenever they were created, and their value in rupees. */
  converted: z.int(),
  converted_value: z.number(),
  /**
   * Rupees spent in the days of the period; null when no costs were entered, or when the caller doesn't see
   * all of the company's leads.
   */
  cost: z.nullable(z.number()),
});
export type SourceFigures = z.infer<typeof SourceFigures>;

/** A source of leads compared with the period before, and in each month of the period. */
export const ReportSource = z.object({
  /** Null: leads without a source. */
  source: z.nullable(z.string()),
  now: SourceFigures,
  before: SourceFigures,
  /** The days of the period in each of its months. */
  months: z.array(SourceFigures),
});
export type ReportSource = z.infer<typeof ReportSource>;

/** A cost that somebody has entered: rupees for a source in a month. */
export const SourceCost = z.object({
  source: z.string(),
  /** For example `2026-11`. */
  month: z.string(),
  cost: z.number(),
});
export type SourceCost = z.infer<typeof SourceCost>;

/**
 * The maximum number of new leads of a period for which the funnel reads the full history. If there are more,
 * a sample of this size is chosen by id.
 */
export const FUNNEL_MOST = 10_000;
export const FUNNEL_SAMPLE = 4000;

/** The new leads of a period at one step of the funnel. */
export const FunnelFigures = z.object({
  /** Leads that have or ever had this status or a later one. */
  reached: z.int(),
  /** Leads that are at this step now. */
  here: z.int(),
  /** The median of the hours that leads stayed at this step before moving on; null when none has moved on. */
  hours: z.nullable(z.number()),
});
export type FunnelFigures = z.infer<typeof FunnelFigures>;

/** An open status, or all statuses that mean won. */
const FunnelStep = z.object({
  /** The status; of those that mean won, the first. */
  status: z.string(),
  meaning: z.enum(['open', 'won']),
  /** The statuses of the leads at this step. */
  statuses: z.array(z.string()),
  now: FunnelFigures,
  before: FunnelFigures,
});

/** All new leads of a period, and those of them at no step. */
const FunnelTotals = z.object({
  new_leads: z.int(),
  lost: z.int(),
  /** Leads whose status is open but not configured. */
  other: z.int(),
  /** The number of leads whose history was read, if not all: `reached` and `hours` are then estimates. */
  sampled: z.nullable(z.int()),
});

const Days = z.object({ from_date: z.iso.date(), to_date: z.iso.date() });

const common = { method: 'GET', permission: 'reports.read', tag: 'Reports', query: ReportQuery } as const;

export const reports = {
  people: endpoint({
    ...common,
    path: '/reports/people',
    summary: 'Figures of each person and of the team in a period, beside those of the period before',
    data: z.object({
      before: Days,
      /**
       * The minutes within which the company currently promises the first contact; null without a promise.
       */
      promise_minutes: z.nullable(z.int()),
      /** Whether the time to a first contact currently counts the company's working hours. */
      counts_working_hours: z.boolean(),
      people: z.array(ReportPerson),
      /** The same by team, if the company has teams. */
      teams: z.array(ReportTeam),
      /** The sums over all people; the median is that of all leads. */
      team: Compared,
    }),
  }),
  sources: endpoint({
    ...common,
    path: '/reports/sources',
    summary: 'Leads, wins and costs of each source in a period, by month, beside those of the period before',
    data: z.object({
      before: Days,
      /** The months that the period touches, for example `2026-11`. */
      months: z.array(z.string()),
      sources: z.array(ReportSource),
      /** The sums over all sources. */
      all: z.object({ now: SourceFigures, before: SourceFigures, months: z.array(SourceFigures) }),
      /**
       * The costs of these months as they were entered; null for users who don't see all of the company's
       * leads.
       */
      costs: z.nullable(z.array(SourceCost)),
    }),
  }),
  funnel: endpoint({
    ...common,
    path: '/reports/funnel',
    summary:
      'How far the new leads of a period have come, and how long they stood in each status, beside the period before',
    data: z.object({
      before: Days,
      steps: z.array(FunnelStep),
      /** The statuses in use that mean lost. */
      lost_statuses: z.array(z.string()),
      /** The open statuses in use that are not configured. They are not steps. */
      other_statuses: z.array(z.string()),
      totals: z.object({ now: FunnelTotals, before: FunnelTotals }),
    }),
  }),
  setCost: endpoint({
    method: 'PUT',
    path: '/reports/source-costs',
    permission: 'reports.costs',
    changes: ['costs'],
    tag: 'Reports',
    summary: 'Enter what a source has cost in a month, in rupees; null removes it',
    query: z.object({ clientId: z.optional(Id) }),
    body: EnteredCost,
    data: z.object({ source: z.string(), month: z.string(), cost: z.nullable(z.number()) }),
  }),
  setCosts: endpoint({
    method: 'PATCH',
    path: '/reports/source-costs',
    permission: 'reports.costs',
    changes: ['costs'],
    tag: 'Reports',
    summary: 'Enter the costs of several sources and months at once: all or none',
    query: z.object({ clientId: z.optional(Id) }),
    body: z.object({
      costs: z.array(EnteredCost).check(
        z.minLength(1, 'Enter at least one cost.'),
        z.maxLength(MAX_COSTS, `Enter at most ${MAX_COSTS} costs at once.`),
        z.refine(
          (costs) => new Set(costs.map(({ source, month }) => `${month} ${source}`)).size === costs.length,
          'Each source can have one cost in a month.',
        ),
      ),
    }),
    data: z.object({ entered: z.int() }),
  }),
};
