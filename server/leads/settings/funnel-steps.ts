import type { StatusOption } from '#shared/lead-options.ts';

/** A step of the funnel: an open status, or all won statuses. */
export type FunnelStep = {
  /** The status that identifies the step in URLs; for the won step, its first status. */
  status: string;
  meaning: 'open' | 'won';
  /** The statuses of leads at this step. */
  statuses: readonly string[];
};

/** Statuses in use, by meaning: leads may have some that the company has not configured. */
export type StatusesInUse = { open: readonly string[]; won: readonly string[] };

/**
 * The steps in the order of the company's statuses: open ones, with unconfigured ones after the others, then
 * the won step; lost statuses are not steps.
 */
export function funnelSteps(options: readonly StatusOption[], inUse: StatusesInUse): FunnelStep[] {
  const of = (wanted: FunnelStep['meaning']) => {
    const configured = options.filter(({ meaning }) => meaning === wanted).map(({ value }) => value);
    return [...new Set([...configured, ...inUse[wanted].toSorted()])];
  };
  const open = of('open').map((status): FunnelStep => ({ status, meaning: 'open', statuses: [status] }));
  const won = of('won');
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
