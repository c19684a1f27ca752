/**
 * The guard of exported text. A cell that a spreadsheet would run as a formula gets a leading `'`: one that
 * begins, after spaces, controls and invisible characters, with = + - @ or their full-width forms, or that
 * begins with a tab or line break. Phone numbers like +91… are such cells too, so that no spreadsheet
 * computes or rounds them. A cell that already begins with `'` and would be guarded without it gets one more:
 * removing one always restores the original.
 */
const UNSEEN =
  '\\u0001-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1680\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb' +
  // The two regular-expression dialects share no escape for characters beyond U+FFFF, so these are written
  // literally.
  '\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}';
export const STARTS_FORMULA = `(?:[${UNSEEN}]*[=+@\\uff1d\\uff0b\\uff0d\\uff20-]|[\\t\\r\\n])`;

/** Valid in both PostgreSQL and JavaScript. */
export const GUARDED_PATTERN = `^'*${STARTS_FORMULA}`;

const IS_FORMULA = new RegExp(GUARDED_PATTERN, 'u');
const GUARD = new RegExp(`^'(?='*${STARTS_FORMULA})`, 'u');

/** Puts a `'` before text that a spreadsheet would run as a formula, as the export does to cells in SQL. */
export function formulaGuarded(text: string): string {
  return IS_FORMULA.test(text) ? `'${text}` : text;
}

/** Removes the `'` that an export puts before text that a spreadsheet would run as a formula. */
export function undoFormulaGuard(text: string): string {
  return text.startsWith("'") ? text.replace(GUARD, '').trim() : text;
}
