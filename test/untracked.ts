import hooks from 'node:async_hooks';

/**
 * Node's test runner follows every promise to the test that it was made in, only to name that test should an error escape: a
 * twentieth of the processor time of a run. Without, the file with such an error fails, and the error is told; a run of that
 * file alone names the test (scripts/test.mjs). The runner takes the function below when it is loaded, so that nothing else is without.
 */
const { createHook } = hooks;
const nothing = { enable: () => nothing, disable: () => nothing };
hooks.createHook = () => nothing;
await import('node:test');
hooks.createHook = createHook;
