import { formatMoney, shortMoney } from '#shared/values/money.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import type { Tone } from '#shared/fields/option-tones.ts';
import type { ReportSource, SourceFigures } from '#shared/activities/reports.ts';
import { WON, WON_VALUE } from '#web/features/reports/figure-columns.ts';
import type { Column } from '#web/features/reports/figure-columns.ts';

/** A source as its report shows it. */
export type SourceRow = Omit<ReportSource, 'source'> & {
  key: string;
  name: string;
  /** The colour in charts, the same as the source's badges. */
  tone: Tone;
  /** Null: leads without a source. Undefined: all sources. */
  source?: string | null;
};

type SourceColumn = Column<SourceFigures>;

const money = { text: formatMoney, short: shortMoney, unit: 'rupees' };

/** The cost per lead; null without a cost or without leads. */
const costOfOne = (cost: number | null, count: number) =>
  cost === null || count === 0 ? null : cost / count;
/** A share of a sum, in whole rupees. */
const wholeMoney = (value: number) => formatMoney(Math.round(value));

const COUNTS: readonly SourceColumn[] = [
  { key: 'new_leads', title: 'New leads', of: ({ new_leads }) => new_leads, text: inNumbers, better: 'more' },
  { key: 'contacted', title: 'Contacted', of: ({ contacted }) => contacted, text: inNumbers, better: 'more' },
  { ...WON, of: ({ converted }) => converted, text: inNumbers },
  { ...WON_VALUE, of: ({ converted_value }) => converted_value, ...money },
];

const COSTS: readonly SourceColumn[] = [
  { key: 'cost', title: 'Cost', of: ({ cost }) => cost, ...money },
  {
    key: 'cost_per_lead',
    title: 'Cost per lead',
    of: ({ cost, new_leads }) => costOfOne(cost, new_leads),
    text: wholeMoney,
    unit: 'rupees',
    better: 'less',
  },
  {
    key: 'cost_per_won',
    title: 'Cost per win',
    of: ({ cost, converted }) => costOfOne(cost, converted),
    text: wholeMoney,
    unit: 'rupees',
    better: 'less',
  },
];

/** The columns of a report by source. Users who don't see all of the company's leads see no costs. */
export const sourceColumns = (seesCosts: boolean): readonly SourceColumn[] =>
  seesCosts ? [...COUNTS, ...COSTS] : COUNTS;

/** The figures that a chart by month can show: those that can be added up. */
export const monthColumns = (seesCosts: boolean): readonly SourceColumn[] =>
  seesCosts ? [...COUNTS, ...COSTS.slice(0, 1)] : COUNTS;
