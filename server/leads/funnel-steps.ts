import type { StatusOption } from '#shared/lead-options.ts';

/** A step of the funnel: an open status, or all statuses that mean won. */
export type FunnelStep = {
  /** The status that names the step in addresses; the first one of those that mean won. */
  status: string;
  meaning: 'open' | 'won';
  /** The statuses of a lead that stands here. */
  statuses: readonly string[];
};

/**
 * The steps in the order of the company's statuses, won ones last; lost ones are none. `won` are further statuses in use that mean
 * won, which the company has not configured.
 */
export function funnelSteps(options: readonly StatusOption[], won: readonly string[]): FunnelStep[] {
  const open = options
    .filter(({ meaning }) => meaning === 'open')
    .map(({ value: status }): FunnelStep => ({ status, meaning: 'open', statuses: [status] }));
  const configured = options.filter(({ meaning }) => meaning === 'won').map(({ value }) => value);
  const all = [...new Set([...configured, ...won])];
  const [first] = all;
  return first === undefined ? open : [...open, { status: first, meaning: 'won', statuses: all }];
}

/**
 * The statuses of which one, now or earlier, says that a lead has reached the step of `status`: those of this step and of the steps
 * behind it. None for a status that is no step.
 */
export function reachedBy(steps: readonly FunnelStep[], status: string): string[] {
  const place = steps.findIndex(({ statuses }) => statuses.includes(status));
  return place === -1 ? [] : steps.slice(place).flatMap(({ statuses }) => statuses);
}
