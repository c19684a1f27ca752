/** The key under which a scope leads to all rows of its client; known to scopes and to this file alone. */
export const LIFT: unique symbol = Symbol('the whole company');

/**
 * The scope without the limits of the caller's visibility: for work in the company's name (enquiries, imports, counters) and for
 * what follows from a step that the caller was allowed. `.dependency-cruiser.mjs` names the files that may import this.
 */
export function wholeCompany<Lifted>(scope: { readonly [LIFT]: () => Lifted }): Lifted {
  return scope[LIFT]();
}
