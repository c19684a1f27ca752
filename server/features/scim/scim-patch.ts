import { ScimRefusal } from '#server/features/scim/scim-error.ts';
import {
  USER_SCHEMA,
  attribute,
  emailIn,
  flagIn,
  isObject,
  textIn,
  valuesIn,
} from '#server/features/scim/scim-user.ts';
import type { ScimValues } from '#server/features/scim/scim-user.ts';

const MOST_OPERATIONS = 100;
const PATH = /^[a-z][\w$:.-]{0,200}(?:\[[^[\]]{1,200}\])?(?:\.[a-z]\w{0,50})?$/i;

/** Writes the value of a path into the changes; null: the attribute is removed. */
const WRITERS: Record<string, (value: unknown) => ScimValues> = {
  username: (value) => ({ userName: required(value, 'userName') }),
  externalid: (value) => ({ externalId: value === null ? null : textIn(value, 'externalId') }),
  active: (value) => ({ active: flagIn(value === null ? undefined : value) }),
  name: (value) => (isObject(value) ? valuesIn({ name: value }) : {}),
  'name.givenname': (value) => (value === null ? {} : { givenName: textIn(value, 'name.givenName') }),
  'name.familyname': (value) => (value === null ? {} : { familyName: textIn(value, 'name.familyName') }),
  emails: emailOf,
  'emails.value': emailOf,
};

function required(value: unknown, name: string): string {
  if (value === null) throw new ScimRefusal('mutability', `${name} cannot be removed.`);
  return textIn(value, name);
}

/** An address as text, or as a list of addresses. */
function emailOf(value: unknown): ScimValues {
  if (value === null) throw new ScimRefusal('mutability', 'The email cannot be removed.');
  const email = typeof value === 'string' ? textIn(value, 'emails.value') : emailIn(value);
  return email === undefined ? {} : { email };
}

/**
 * The changes of a PATCH (RFC 7644, 3.5.2), as directories send them: with a path or without, `Replace` or
 * `replace`. Attributes that LMS does not have are ignored, as in a whole user.
 */
export function changesIn(body: unknown): ScimValues {
  const operations = isObject(body) ? attribute(body, 'Operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimRefusal('invalidSyntax', 'A PATCH needs Operations.');
  if (operations.length > MOST_OPERATIONS)
    throw new ScimRefusal('invalidValue', `A PATCH can have ${MOST_OPERATIONS} operations at most.`);
  return Object.assign({}, ...operations.map(changesOf)) as ScimValues;
}

function changesOf(operation: unknown): ScimValues {
  if (!isObject(operation)) throw new ScimRefusal('invalidSyntax', 'An operation must be an object.');
  const op = String(attribute(operation, 'op')).toLowerCase();
  const [path, value] = [attribute(operation, 'path'), attribute(operation, 'value')];
  if (!['add', 'replace', 'remove'].includes(op))
    throw new ScimRefusal('invalidSyntax', 'op must be add, replace or remove.');
  if (path === undefined || path === null || path === '') {
    if (op === 'remove') throw new ScimRefusal('invalidPath', 'remove needs a path.');
    return Object.assign(valuesIn(value), ...filteredIn(value)) as ScimValues;
  }
  if (typeof path !== 'string' || !PATH.test(path))
    throw new ScimRefusal('invalidPath', 'This path cannot be read.');
  if (op !== 'remove' && value === undefined) throw new ScimRefusal('invalidValue', `${op} needs a value.`);
  return WRITERS[plainPath(path)]?.(op === 'remove' ? null : value) ?? {};
}

/** Attributes that Entra names by a path inside the value: `emails[type eq "work"].value`. */
const filteredIn = (value: unknown): ScimValues[] =>
  Object.entries(isObject(value) ? value : {})
    .filter(([name]) => name.includes('['))
    .map(([name, inner]) => WRITERS[plainPath(name)]?.(inner) ?? {});

/** A path without its schema and filter: `emails[type eq "work"].value` is `emails.value`. */
function plainPath(path: string): string {
  const schema = `${USER_SCHEMA}:`.toLowerCase();
  const lower = path.toLowerCase();
  const own = lower.startsWith(schema) ? lower.slice(schema.length) : lower;
  const filter = own.indexOf('[');
  return filter < 0 ? own : own.slice(0, filter) + own.slice(own.indexOf(']', filter) + 1);
}
