import type { StatusOption } from '#shared/fields/lead-options.ts';

/** A step of the funnel: an open status, or all won statuses. */
export type FunnelStep = {
  /** The status that identifies the step in URLs; for the won step, its first status. */
  status: string;
  meaning: 'open' | 'won';
  /** The statuses of leads at this step. */
  statuses: readonly string[];
};

/**
 * The steps in the order of the company's statuses: open ones, then the won step, which includes unconfigured
 * statuses in use that mean won. Lost statuses and other unconfigured ones are not steps.
 */
export function funnelSteps(options: readonly StatusOption[], wonInUse: readonly string[]): FunnelStep[] {
  const configured = (wanted: FunnelStep['meaning']) =>
    options.filter(({ meaning }) => meaning === wanted).map(({ value }) => value);
  const open = configured('open').map((status): FunnelStep => ({
    status,
    meaning: 'open',
    statuses: [status],
  }));
  const won = [...new Set([...configured('won'), ...wonInUse.toSorted()])];
  const [first] = won;
  return first === undefined ? open : [...open, { status: first, meaning: 'won', statuses: won }];
}

/**
 * The statuses that prove, now or in the history, that a lead has reached the step of `status`: those of this
 * step and of later ones. None for a status that is not a step.
 */
export function reachedBy(steps: readonly FunnelStep[], status: string): string[] {
  const place = steps.findIndex(({ statuses }) => statuses.includes(status));
  return place === -1 ? [] : steps.slice(place).flatMap(({ statuses }) => statuses);
}
