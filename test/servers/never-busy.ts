import perfHooks from 'node:perf_hooks';

/**
 * Loaded before the servers of tests. A server that waits a second for the processor refuses calls for a while
 * (503), which on a busy machine would fail any test. With this it counts as never delayed.
 */
const { monitorEventLoopDelay } = perfHooks;

const never: typeof monitorEventLoopDelay = (options) =>
  Object.defineProperty(monitorEventLoopDelay(options), 'mean', { value: 0 });

Object.assign(perfHooks, { monitorEventLoopDelay: never });
