/**
 * The address of every page, with `:name` for an id and `?` behind a part that may be missing. The page's router shows
 * these, and the server answers 404 at any other address.
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
  settings: '/settings/:tab?',
} as const;

const PATTERNS = Object.values(PAGE_PATHS).map(
  (path) => new RegExp(`^${path.replace(/\/:\w+\?/, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
);

/** Whether a page is at this path; letters and a slash at the end count as little as for the page's router. */
export function isPagePath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}
