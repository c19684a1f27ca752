import { cleanText } from '#shared/fields.ts';
import { MAX_SOURCE_NAME } from '#shared/sources.ts';

/** A value as a portal sends it, under the portal's own name; `isCut` when it was longer than any field is. */
export type Answer = { name: string; value: string; isCut?: true };

/** One lead of a delivery, in the words of the portal. */
export type Reading = {
  answers: Answer[];
  /** The portal's own number of the lead: the same number is the same lead, for ever. */
  portalId?: string | undefined;
  /** The portal says by itself that this is no real lead. */
  isTest?: boolean;
};

/** The way in which a portal writes its leads. */
export type Portal = {
  /** The leads of a request, one after the other. */
  parts: (payload: unknown) => unknown[];
  read: (part: unknown) => Reading;
};

export type Values = Record<string, unknown>;

/** An object's properties; none for anything else. */
export function valuesIn(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

/** The most answers of a lead that are read. */
export const MAX_ANSWERS = 100;
/** The most characters of a value; the message of an enquiry has no more. */
const MAX_VALUE = 5000;

/**
 * A text or number as clean text, no longer than a value may be; '' for anything else. Strangers write these texts: they are cut before
 * any expression sees them.
 */
export function wordOf(value: unknown): string {
  if (typeof value === 'string') return cleanText(value.slice(0, MAX_VALUE));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A name as long as it can be matched by hand. */
export const nameOf = (name: string): string => cleanText(name.slice(0, MAX_SOURCE_NAME));

/** A named value as a list; an empty one for no value. */
export function answerOf(name: string, sent: unknown): Answer[] {
  const value = wordOf(sent);
  if (value === '') return [];
  const isCut = typeof sent === 'string' && sent.trim().length > MAX_VALUE;
  return [{ name: nameOf(name), value, ...(isCut && { isCut }) }];
}

/** The named values that are not empty, under other names where the portal's are not plain. */
export function answersOf(values: Values, names: Readonly<Record<string, string>>): Answer[] {
  return Object.entries(values).flatMap(([name, value]) =>
    answerOf(Object.hasOwn(names, name) ? (names[name] ?? name) : name, value),
  );
}
