import type { BrowserContext } from '@playwright/test';

/**
 * Faults that no test may see unless it says so before: errors in the console, thrown errors, answers of 500 and
 * above.
 */
export type Faults = {
  /** The test provokes faults of this kind; at least one must come. */
  expect: (pattern: RegExp) => void;
  /** Faults of this kind may come: the page tries again at times of its own choice. */
  allow: (pattern: RegExp) => void;
  /** Faults nobody expected. */
  unexpected: () => string[];
  /** Expectations nothing met. */
  unmet: () => RegExp[];
};

/**
 * Collects faults over every page of a context, requests to other hosts and breaches of the content policy included.
 */
export function watchFaults(context: BrowserContext, origin: string): Faults {
  const found: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => found.push(`thrown: ${error.error().stack ?? String(error.error())}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) found.push(`other host: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) found.push(`answer ${response.status()}: ${response.url()}`);
  });
  return {
    expect: (pattern) => expected.push(pattern),
    allow: (pattern) => allowed.push(pattern),
    unexpected: () =>
      found.filter((fault) => ![...expected, ...allowed].some((pattern) => pattern.test(fault))),
    unmet: () => expected.filter((pattern) => !found.some((fault) => pattern.test(fault))),
  };
}
