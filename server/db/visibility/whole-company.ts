/** The key that opens all rows of a scope's client; known only to scopes and this file. */
export const WHOLE: unique symbol = Symbol('the whole company');

/**
 * The scope without the caller's visibility limits: for work on the company's behalf (enquiries, imports,
 * counters) and for consequences of a step that the caller was allowed. `.dependency-cruiser.mjs` lists the
 * files that may import this.
 */
export function wholeCompany<Lifted>(scope: { readonly [WHOLE]: () => Lifted }): Lifted {
  return scope[WHOLE]();
}
