/**
 * The address of every page, with `:name` for an id and `?` after an optional part. The router shows these
 * pages, and the server returns 404 for any other address.
 */
export const PAGE_PATHS = {
  root: '/',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  register: '/register',
  confirmEmail: '/confirm-email',
  dashboard: '/dashboard',
  leads: '/leads',
  lead: '/leads/:leadId',
  editLead: '/leads/:leadId/edit',
  logCall: '/leads/:leadId/call',
  createLead: '/create-lead',
  reminders: '/reminders',
  calls: '/calls',
  reports: '/reports',
  products: '/products',
  settings: '/settings/:tab?/:part?',
} as const;

const PATTERNS = Object.values(PAGE_PATHS).map(
  (path) =>
    new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
);

/** Whether there is a page at this path. Like the router, ignores case and a trailing slash. */
export function isPagePath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}
