/** The initials of the first and the last word. Keeps Devanagari vowel signs with their letter. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .map((word) => (word ? firstLetter(word) : ''))
    .join('')
    .toUpperCase();
}

const segmenter = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter() : undefined;

function firstLetter(word: string): string {
  const segment = segmenter?.segment(word)[Symbol.iterator]().next().value;
  return segment?.segment ?? [...word][0] ?? '';
}
