import { cleanText } from '#shared/fields/fields.ts';
import { MAX_SOURCE_NAME } from '#shared/company/sources.ts';

/**
 * A value as the portal sent it, under the portal's own name; `isCut` when it was longer than any field
 * allows.
 */
export type Answer = { name: string; value: string; isCut?: true };

/** One lead of a delivery, in the portal's terms. */
export type Reading = {
  answers: Answer[];
  /** The portal's own id of the lead: the same id always means the same lead. */
  portalId?: string | undefined;
  /** Probably the id of the submission, by its name: other people may come with the same one. */
  likelyId?: string | undefined;
  /** The portal itself marks this as a test lead. */
  isTest?: boolean;
};

/** How a portal writes its leads. */
export type Portal = {
  /** The leads of a request, one by one. */
  parts: (payload: unknown) => unknown[];
  read: (part: unknown) => Reading;
};

export type Values = Record<string, unknown>;

/** An object's properties; none for anything else. */
export function valuesIn(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

/** The maximum number of answers read from a lead. */
export const MAX_ANSWERS = 100;
/** The maximum length of a value, the same as an enquiry's message. */
const MAX_VALUE = 5000;

/**
 * A string or number as clean text, cut to the maximum length; '' for anything else. Strangers write these
 * texts, so they are cut before any regular expression runs on them.
 */
export function wordOf(value: unknown): string {
  if (typeof value === 'string') return cleanText(value.slice(0, MAX_VALUE));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A name, cut to the length that can be mapped by hand. */
export const nameOf = (name: string): string => cleanText(name.slice(0, MAX_SOURCE_NAME));

/** A named value as a list; empty without a value. */
export function answerOf(name: string, sent: unknown): Answer[] {
  const value = wordOf(sent);
  if (value === '') return [];
  const isCut = typeof sent === 'string' && sent.trim().length > MAX_VALUE;
  return [{ name: nameOf(name), value, ...(isCut && { isCut }) }];
}

/** The non-empty named values, with readable names for those that the portal names cryptically. */
export function answersOf(values: Values, names: Readonly<Record<string, string>>): Answer[] {
  return Object.entries(values).flatMap(([name, value]) =>
    answerOf(Object.hasOwn(names, name) ? (names[name] ?? name) : name, value),
  );
}
