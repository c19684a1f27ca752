import { createHash } from 'node:crypto';
import { ScimRefusal } from '#server/features/scim/scim-error.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The attributes of a user that a directory may write; those it has not sent are absent. */
export type ScimValues = {
  userName?: string;
  /** Null: removed. */
  externalId?: string | null;
  email?: string;
  givenName?: string;
  familyName?: string;
  active?: boolean;
};

/** A user as the database has them. */
export type ScimRow = {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  is_active: boolean;
  created_at: Date;
  external_id: string | null;
  user_name: string | null;
  changed_at: Date | null;
};

/** The version of a user: the same for equal content. */
export function versionOf(row: ScimRow): string {
  const { id, first_name, last_name, email, is_active, external_id, user_name } = row;
  const content = JSON.stringify([id, first_name, last_name, email, is_active, external_id, user_name]);
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** A user in SCIM's form. `base` is the address of SCIM here. */
export function userResource(row: ScimRow, base: string) {
  const { id, first_name: givenName, last_name: familyName, email } = row;
  const formatted = `${givenName} ${familyName}`;
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name ?? email,
    name: { formatted, givenName, familyName },
    displayName: formatted,
    emails: [{ value: email, type: 'work', primary: true }],
    active: row.is_active,
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: (row.changed_at ?? row.created_at).toISOString(),
      location: `${base}/Users/${id}`,
      version: versionOf(row),
    },
  };
}

type Loose = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An attribute by its name, whose case does not matter. */
export function attribute(object: Loose, name: string): unknown {
  const found = Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : object[found];
}

export function textIn(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > 500 || value.includes('\0'))
    throw new ScimRefusal('invalidValue', `${name} must be text of at most 500 characters.`);
  return value.trim();
}

/** A yes or no; Microsoft Entra sends “True” and “False” as texts. */
export function flagIn(value: unknown): boolean {
  const flag = typeof value === 'string' ? value.toLowerCase() : value;
  if (flag === true || flag === 'true') return true;
  if (flag === false || flag === 'false') return false;
  throw new ScimRefusal('invalidValue', 'active must be true or false.');
}

/** The primary address of a list, else the one of work, else the first. */
export function emailIn(value: unknown): string | undefined {
  const list = [value].flat().filter(isObject);
  const isPrimary = (entry: Loose) => String(attribute(entry, 'primary')).toLowerCase() === 'true';
  const isWork = (entry: Loose) => attribute(entry, 'type') === 'work';
  const chosen = list.find(isPrimary) ?? list.find(isWork) ?? list[0];
  const address = chosen && attribute(chosen, 'value');
  return address === undefined ? undefined : textIn(address, 'emails.value');
}

/** The attributes of a whole user, as POST, PUT and a PATCH without a path send them. Others are ignored. */
export function valuesIn(body: unknown): ScimValues {
  if (!isObject(body)) throw new ScimRefusal('invalidSyntax', 'The request needs a JSON object as its body.');
  const name = attribute(body, 'name');
  const part = (inner: string) => {
    // Entra may send inner attributes under dotted names.
    const value = attribute(body, `name.${inner}`) ?? (isObject(name) ? attribute(name, inner) : undefined);
    return value === undefined || value === null ? undefined : textIn(value, `name.${inner}`);
  };
  const [userName, externalId, active] = ['userName', 'externalId', 'active'].map((each) =>
    attribute(body, each),
  );
  const email = emailIn(attribute(body, 'emails'));
  const [givenName, familyName] = [part('givenName'), part('familyName')];
  return {
    ...(userName !== undefined && { userName: textIn(userName, 'userName') }),
    ...(externalId !== undefined && {
      externalId: externalId === null ? null : textIn(externalId, 'externalId'),
    }),
    ...(email !== undefined && { email }),
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
    ...(active !== undefined && active !== null && { active: flagIn(active) }),
  };
}
