/**
 * The same value with a type that the compiler cannot derive: a schema whose check narrows its values, a
 * transaction that changes to another client's tables, a stand-in of a test. Nothing checks it at runtime, so
 * these uses are found by one word; `test/house/walls.test.ts` allows no cast through unknown.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the type
export const unchecked = <T>(value: unknown): T => value as T;
