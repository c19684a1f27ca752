import type { Option } from '#shared/fields/lead-options.ts';

const NOT = new Set(['not', 'no', 'non', 'never']);
const HEAT: Readonly<Record<string, string>> = { hot: 'high', warm: 'medium', cold: 'low' };

/** The words of a text in lower case. */
export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/**
 * Returns the option that a source or interest level in a file most likely means; undefined without a good
 * guess.
 */
export function guessOption(value: string, options: readonly Option[]): string | undefined {
  const words = wordsOf(value);
  if (words.some((word) => NOT.has(word))) return undefined;
  return bestFit(
    words.map((word) => HEAT[word] ?? word),
    options,
  );
}

/** Returns the option with the longest label that occurs in full; undefined when none does. */
export function bestFit(words: readonly string[], options: readonly Option[]): string | undefined {
  const said = new Set(words);
  const fits = options
    .map(({ value, label }) => ({ value, parts: wordsOf(label) }))
    .filter(({ parts }) => parts.length > 0 && parts.every((part) => said.has(part)))
    .toSorted((one, other) => other.parts.length - one.parts.length);
  return fits[0]?.value;
}

/**
 * Returns the one colleague whose name an owner in a file most likely is: 'R. Mehta', 'Mehta Rohan',
 * 'rohan.mehta@old.in'.
 */
export function guessOwner(owner: string, colleagues: readonly Option[]): string | undefined {
  const said = wordsOf(owner.split('@')[0] ?? '');
  const fits = colleagues.filter(({ label }) => isSamePerson(said, wordsOf(label)));
  return fits.length === 1 ? fits[0]?.value : undefined;
}

/**
 * Every word of the shorter name must be a word of the other or its initial, and at least one must match in
 * full.
 */
function isSamePerson(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, [...other]] : [other, [...one]];
  let isSure = false;
  for (const word of short) {
    const at = long.findIndex((each) => each === word || each === word[0] || each[0] === word);
    if (at < 0) return false;
    isSure ||= long[at] === word && word.length > 2;
    long.splice(at, 1);
  }
  return isSure;
}
