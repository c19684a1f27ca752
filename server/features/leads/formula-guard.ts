/**
 * The guard of exported text. A cell that a spreadsheet would run as a formula gets a leading `'`: one that begins, after
 * spaces, controls and invisible characters, with = + - @ or their full-width forms, or that begins with a tab or line
 * break. Phone numbers such as +91… are such cells too, so that no spreadsheet computes or rounds them. A cell that
 * already begins with `'` and would be guarded without it gets one more: taking one away always gives the original.
 */
const UNSEEN =
  '\\u0001-\\u0020\\u007f-\\u00a0\\u00ad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u2064\\u3000\\ufeff';
const STARTS_FORMULA = `(?:[${UNSEEN}]*[=+@\\uff1d\\uff0b\\uff0d\\uff20-]|[\\t\\r\\n])`;

/** For PostgreSQL and JavaScript alike. */
export const GUARDED_PATTERN = `^'*${STARTS_FORMULA}`;

const GUARD = new RegExp(`^'(?='*${STARTS_FORMULA})`);

/** Takes away the `'` that an export puts before what a spreadsheet would run as a formula. */
export function undoFormulaGuard(text: string): string {
  return text.startsWith("'") ? text.replace(GUARD, '').trim() : text;
}
