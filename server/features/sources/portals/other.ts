import { foldTitle } from '#shared/lead-fields.ts';
import { valuesIn, wordOf } from './portal.ts';
import type { Answer, Portal } from './portal.ts';

/** Names that programs give to the number of one submission, and to nothing else. */
const NUMBERS = ['leadid', 'submissionid', 'responseid', 'entryid'];
/** Properties of an entry of a list that say which question it answers, and its answer. */
const QUESTIONS = ['name', 'label', 'question', 'title', 'key', 'column_name', 'field', 'id'];
const ANSWERS = ['value', 'values', 'answer', 'string_value', 'text'];
const MAX_ANSWERS = 100;
const MAX_DEPTH = 6;

/** JSON or a form of any other program: every value that is found in it, under its place. */
export const other: Portal = {
  parts: (payload) => (Array.isArray(payload) ? payload : [payload]),
  read: (part) => {
    const answers = found(part, '', 0).slice(0, MAX_ANSWERS);
    const number = answers.find(({ name }) => NUMBERS.includes(foldTitle(name)));
    return { portalId: number?.value, answers };
  },
};

/** The values of an object or a list: `contact.email`, `answers[Your city]`, `tags[0]`. */
function found(value: unknown, place: string, depth: number): Answer[] {
  const word = wordOf(value);
  if (word !== '') return [{ name: place, value: word }];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return inList(value, place, depth);
  return Object.entries(value).flatMap(([name, inner]) =>
    found(inner, place ? `${place}.${name}` : name, depth + 1),
  );
}

function inList(list: unknown[], place: string, depth: number): Answer[] {
  if (list.every((one) => wordOf(one) !== '' || one === null))
    return [{ name: place, value: list.map(wordOf).filter(Boolean).join(', ') }].filter(({ value }) => value);
  return list.flatMap((one, index) => {
    const entry = valuesIn(one);
    const question = QUESTIONS.map((name) => wordOf(entry[name])).find(Boolean);
    const answer = ANSWERS.find((name) => entry[name] !== undefined && entry[name] !== null);
    if (question && answer) return found(entry[answer], `${place}[${question}]`, depth + 1);
    return found(one, `${place}[${index}]`, depth + 1);
  });
}

/** The last part of a place, by which it is recognised: `email` of `contact.email`, `Your city` of `answers[Your city]`. */
export function lastPart(place: string): string {
  return (
    /\[([^\]]*[^\]\d][^\]]*)\]$/.exec(place)?.[1] ??
    place
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ??
    place
  );
}
