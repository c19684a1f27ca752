import { ScimRefusal } from '#server/features/scim/scim-error.ts';

/** The most users of one answer, and how many without a wish. */
export const MOST_RESULTS = 200;
const USUAL_RESULTS = 100;

export type ScimFilter = { by: 'userName' | 'externalId' | 'email' | 'id'; value: string };

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:user:';
const ATTRIBUTES: readonly (readonly [name: string, by: ScimFilter['by']])[] = [
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['id', 'id'],
  ['emails[type eq "work"].value', 'email'],
  ['emails.value', 'email'],
  ['emails', 'email'],
];
const NO_FILTER = new ScimRefusal(
  'invalidFilter',
  'Users can be filtered by userName, externalId, emails.value or id with eq.',
);

/** The filter of a list: one attribute that equals a text. Throws `invalidFilter` for any other. */
export function filterIn(text: string | undefined): ScimFilter | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const plain = trimmed.toLowerCase().startsWith(SCHEMA) ? trimmed.slice(SCHEMA.length) : trimmed;
  const [name, by] = ATTRIBUTES.find(([each]) => plain.toLowerCase().startsWith(`${each} `)) ?? NONE;
  const rest = plain.slice(name.length).trim();
  const value = /^eq\s/i.test(rest) ? quoted(rest.slice(2).trim()) : undefined;
  if (by === undefined || value === undefined) throw NO_FILTER;
  return { by, value };
}

const NONE = ['', undefined] as const;

function quoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && value.length <= 500 && !value.includes('\0') ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The first place (from 1) and the number of results; places before 1 are 1, as RFC 7644, 3.4.2.4 says. */
export function pageIn(query: { startIndex?: string | undefined; count?: string | undefined }): {
  startIndex: number;
  count: number;
} {
  const whole = (name: 'startIndex' | 'count', usual: number) => {
    const text = query[name];
    if (text === undefined) return usual;
    if (!/^-?\d{1,9}$/.test(text)) throw new ScimRefusal('invalidValue', `${name} must be a whole number.`);
    return Number(text);
  };
  return {
    startIndex: Math.max(1, whole('startIndex', 1)),
    count: Math.min(MOST_RESULTS, Math.max(0, whole('count', USUAL_RESULTS))),
  };
}
