import type { Option, StatusMeaning } from '#shared/lead-options.ts';

/** Words by which other products call what is over, and what is won. */
const LOST = new Set(
  'lost junk dead spam invalid wrong rejected declined dropped cancelled canceled disqualified unqualified'.split(
    ' ',
  ),
);
const NOT = new Set(['not', 'no', 'non', 'never']);
const WON = new Set('won converted sold customer purchased enrolled'.split(' '));
const HEAT: Readonly<Record<string, string>> = { hot: 'high', warm: 'medium', cold: 'low' };

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

type Choice = Option & { meaning?: StatusMeaning | undefined };

/** The option that a value of a file most likely means; undefined where no guess is a good one. */
export function guessOption(value: string, options: readonly Choice[]): string | undefined {
  const words = new Set(wordsOf(value));
  const meant = (meaning: StatusMeaning) => options.find((option) => option.meaning === meaning)?.value;
  const has = (known: ReadonlySet<string>) => [...words].some((word) => known.has(word));
  if (options.some(({ meaning }) => meaning)) {
    if (has(LOST) || has(NOT)) return meant('lost');
    if (has(WON)) return meant('won');
  }
  if (has(NOT)) return undefined;
  const said = new Set([...words].map((word) => HEAT[word] ?? word));
  const fits = options
    .map((option) => ({ option, parts: wordsOf(option.label) }))
    .filter(({ parts }) => parts.length > 0 && parts.every((part) => said.has(part)))
    .toSorted((one, other) => other.parts.length - one.parts.length);
  return fits[0]?.option.value;
}

/** The one colleague whose name an owner of a file most likely is: 'R. Mehta', 'Mehta Rohan', 'rohan.mehta@old.in'. */
export function guessOwner(owner: string, colleagues: readonly Option[]): string | undefined {
  const said = wordsOf(owner.split('@')[0] ?? '');
  const fits = colleagues.filter(({ label }) => isSamePerson(said, wordsOf(label)));
  return fits.length === 1 ? fits[0]?.value : undefined;
}

/** Every word of the shorter name is a word of the other, or its first letter; one of them in full. */
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
