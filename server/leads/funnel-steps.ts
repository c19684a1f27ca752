import type { StatusOption } from '#shared/lead-options.ts';

/** A step of the funnel: an open status, or all statuses that mean won. */
export type FunnelStep = {
  /** The status that names the step in addresses; the first one of those that mean won. */
  status: string;
  meaning: 'open' | 'won';
  /** The statuses of a lead that stands here. */
  statuses: readonly string[];
};

/** Statuses in use, by their meaning: leads may have some that the company has not configured. */
export type StatusesInUse = { open: readonly string[]; won: readonly string[] };

/**
 * The steps in the order of the company's statuses, open ones that it has not configured behind the others, won ones last; lost
 * statuses are no steps.
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
 * The statuses of which one, now or earlier, says that a lead has reached the step of `status`: those of this step and of the steps
 * behind it. None for a status that is no step.
 */
export function reachedBy(steps: readonly FunnelStep[], status: string): string[] {
  const place = steps.findIndex(({ statuses }) => statuses.includes(status));
  return place === -1 ? [] : steps.slice(place).flatMap(({ statuses }) => statuses);
}
