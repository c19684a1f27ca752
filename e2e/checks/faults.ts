import type { BrowserContext } from '@playwright/test';

/**
 * Faults that fail a test unless it announces them: errors in the console, thrown errors, responses of 500
 * and above.
 */
export type Faults = {
  /** The test provokes faults of this kind, and at least one must occur. */
  expect: (pattern: RegExp) => void;
  /** Faults of this kind may occur, because the page retries at times of its own choice. */
  allow: (pattern: RegExp) => void;
  /** Faults that no test announced. */
  unexpected: () => string[];
  /** Expected faults that never occurred. */
  unmet: () => RegExp[];
};

/** The browser's note on a file that it preloaded just before the offline worker took over, and loads again. */
const TAKEN_OVER = /cross-world service worker resource mismatch/;

/** The browser's hint that a preloaded file was used late, which depends on the machine alone. */
const USED_LATE = /was preloaded using link preload but not used within a few seconds/;

/**
 * Collects faults on every page of a context, including requests to other hosts and violations of the content
 * policy.
 */
export function watchFaults(context: BrowserContext, origin: string): Faults {
  const found: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (TAKEN_OVER.test(message.text()) || USED_LATE.test(message.text())) return;
    found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => found.push(`thrown: ${error.error().stack || String(error.error())}`));
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
