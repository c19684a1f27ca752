import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

const right = 'set up company sign-in';
/** An address that no request may reach. */
const connection = { issuer: 'https://127.0.0.1', appId: 'lms' };
/** Each company of the matrix has a domain of its own. */
const settings = (domain: string) => ({
  ...connection,
  name: 'Company ID',
  secret: 'a-secret',
  domains: [domain],
  newcomers: 'invited',
  role: 'salesrep',
  roleClaim: null,
  roleValues: { admin: null, manager: null, salesrep: null },
  isOnly: false,
  keepers: [],
  asksFactor: false,
});

export const examples: Examples = [
  [companySignIn.find, 'public', { input: () => ({ query: { domain: 'example.com' } }) }],
  [companySignIn.begin, 'public', { input: () => body({ email: 'a@nobody.test' }), status: () => 404 }],
  [companySignIn.callback, 'public', { object: 'client', keeps: true, status: () => 303 }],
  [companySignIn.finish, 'public', { input: () => body({}), status: () => 409 }],
  [
    companySignIn.signedOut,
    'public',
    { object: 'client', keeps: true, input: () => body({ logout_token: 'none' }), status: () => 404 },
  ],
  [companySignIn.get, right, { object: 'client', keeps: true }],
  [
    companySignIn.set,
    right,
    { object: 'client', keeps: true, input: ({ target }) => body(settings(`${target}.test`)) },
  ],
  [companySignIn.test, right, { object: 'client', keeps: true, input: () => body(connection) }],
  [companySignIn.remove, right, { object: 'client', keeps: true }],
];
