import { MOST_RESULTS } from '#server/features/scim/scim-query.ts';
import { USER_SCHEMA } from '#server/features/scim/scim-user.ts';

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** A list in SCIM's form. */
export const listResponse = (Resources: readonly object[], total = Resources.length, startIndex = 1) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: Resources.length,
  Resources,
});

/** The abilities of SCIM here (RFC 7643, 5). */
export const serviceProviderConfig = (base: string) => ({
  schemas: [`${SCHEMAS}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The SCIM token from the settings of the company.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** The one kind of resource (RFC 7643, 6). */
export const userResourceType = (base: string) => ({
  schemas: [`${SCHEMAS}:ResourceType`],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'Users of the company',
  schema: USER_SCHEMA,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
});

const defaults = {
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
};
const text = (name: string, description: string, more: object = {}) => ({
  ...defaults,
  name,
  type: 'string',
  description,
  ...more,
});

/** The attributes of a user (RFC 7643, 7). */
export const userSchema = (base: string) => ({
  schemas: [`${SCHEMAS}:Schema`],
  id: USER_SCHEMA,
  name: 'User',
  description: 'A user of the company',
  attributes: [
    text('userName', 'The name in the directory, usually the email', {
      required: true,
      uniqueness: 'server',
    }),
    {
      ...text('name', 'The parts of the name'),
      type: 'complex',
      subAttributes: [
        text('formatted', 'The whole name', { mutability: 'readOnly' }),
        text('givenName', 'The first name'),
        text('familyName', 'The last name'),
      ],
    },
    text('displayName', 'The whole name', { mutability: 'readOnly' }),
    {
      ...text('emails', 'The email'),
      type: 'complex',
      multiValued: true,
      subAttributes: [
        text('value', 'The address', { uniqueness: 'server' }),
        text('type', 'Always work', { canonicalValues: ['work'] }),
        { ...text('primary', 'Always true'), type: 'boolean' },
      ],
    },
    { ...text('active', 'Whether the user may sign in'), type: 'boolean' },
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER_SCHEMA}` },
});
