import { foldTitle } from '#shared/fields/lead-fields.ts';
import { MAX_ANSWERS, answerOf, nameOf, valuesIn, wordOf } from './portal.ts';
import type { Answer, Portal } from './portal.ts';

/** Names that programs use only for the id of a submission. */
const NUMBERS = ['leadid', 'submissionid', 'responseid', 'entryid'];
/** Words that programs send for an id that they do not have. */
const NO_NUMBER = /^(?:[0\s-]*|n\/?a|none|null|nil|undefined|nan|true|false|test)$/i;
/** Properties of a list entry that contain its question, and its answer. */
const QUESTIONS = ['name', 'label', 'question', 'title', 'key', 'column_name', 'field', 'id'];
const ANSWERS = ['value', 'values', 'answer', 'string_value', 'text'];
const MAX_DEPTH = 6;

/** JSON or a form from any other program: every value in it, named by its path. */
export const other: Portal = {
  parts: (payload) => (Array.isArray(payload) ? (payload as unknown[]) : [payload]),
  read: (part) => {
    const answers: Answer[] = [];
    for (const answer of found(part, '', 0)) {
      answers.push(answer);
      if (answers.length > MAX_ANSWERS) break;
    }
    const number = answers.find(
      ({ name, value }) => NUMBERS.includes(foldTitle(name)) && !NO_NUMBER.test(value),
    );
    return { likelyId: number?.value, answers };
  },
};

/** The values of an object or a list: `contact.email`, `answers[Your city]`, `tags[0]`. */
function* found(value: unknown, place: string, depth: number): Generator<Answer, void> {
  if (typeof value !== 'object' || value === null) yield* answerOf(place, value);
  else if (depth > MAX_DEPTH) return;
  else if (Array.isArray(value)) yield* inList(value, place, depth);
  else
    for (const [name, inner] of Object.entries(value))
      yield* found(inner, nameOf(place ? `${place}.${nameOf(name)}` : name), depth + 1);
}

function* inList(list: unknown[], place: string, depth: number): Generator<Answer, void> {
  if (list.every((one) => typeof one !== 'object' || one === null))
    return yield* answerOf(place, list.map(wordOf).filter(Boolean).join(', '));
  for (const [index, one] of list.entries()) {
    const entry = valuesIn(one);
    const question = QUESTIONS.map((name) => nameOf(wordOf(entry[name]))).find(Boolean);
    const answer = ANSWERS.find((name) => entry[name] !== undefined && entry[name] !== null);
    const isAnswered = question !== undefined && answer !== undefined;
    yield* found(
      isAnswered ? entry[answer] : one,
      nameOf(`${place}[${isAnswered ? question : index}]`),
      depth + 1,
    );
  }
}

/**
 * The last part of a path, by which it is recognised: `email` of `contact.email`, `Your city` of
 * `answers[Your city]`. A dot that no letter follows belongs to a title: `Mobile No.`.
 */
export function lastPart(place: string): string {
  const inside = place.endsWith(']') ? place.slice(openingOf(place) + 1, -1) : '';
  if (/\D/.test(inside)) return inside;
  return (
    place
      .split(/\.(?=[\p{L}_])/u)
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? place
  );
}

/** The position of the bracket that matches the final one: a question may contain brackets of its own. */
function openingOf(place: string): number {
  let open = 0;
  for (let at = place.length - 1; at >= 0; at -= 1) {
    if (place[at] === ']') open += 1;
    else if (place[at] === '[') open -= 1;
    if (open === 0) return at;
  }
  return place.length;
}
