import { ScimRefusal } from '#server/features/scim/scim-error.ts';

/** The most users of one answer, and how many without a wish. */
export const MOST_RESULTS = 200;
const USUAL_RESULTS = 100;

export type ScimFilter = { by: 'userName' | 'externalId' | 'email' | 'id'; value: string };

const FILTER = /^\s*([\w.:[\]" ]{1,120}?)\s+eq\s+("(?:[^"\\]|\\.){0,500}")\s*$/i;
const ATTRIBUTES: Record<string, ScimFilter['by']> = {
  username: 'userName',
  externalid: 'externalId',
  id: 'id',
  'emails.value': 'email',
  emails: 'email',
  'emails[type eq "work"].value': 'email',
};

/** The filter of a list: one attribute that equals a text. Throws `invalidFilter` for any other. */
export function filterIn(text: string | undefined): ScimFilter | undefined {
  if (text === undefined || text.length > 1000) {
    if (text === undefined) return undefined;
    throw new ScimRefusal('invalidFilter', 'This filter is too long.');
  }
  const [, attribute = '', quoted = ''] = FILTER.exec(text) ?? [];
  const by =
    ATTRIBUTES[attribute.trim().toLowerCase().replace('urn:ietf:params:scim:schemas:core:2.0:user:', '')];
  const value = textIn(quoted);
  if (by === undefined || value === undefined)
    throw new ScimRefusal(
      'invalidFilter',
      'Users can be filtered by userName, externalId, emails.value or id with eq.',
    );
  return { by, value };
}

function textIn(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' && !value.includes('\0') ? value : undefined;
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
