/** Every address of the product, said once. */
export const paths = {
  root: '/',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  register: '/register',
  confirmEmail: '/confirm-email',
  dashboard: '/dashboard',
  leads: '/leads',
  lead: (id: string) => `/leads/${id}`,
  editLead: (id: string) => `/leads/${id}/edit`,
  logCall: (id: string) => `/leads/${id}/call`,
  createLead: '/create-lead',
  reminders: '/reminders',
  products: '/products',
  settings: (tab = '') => (tab ? `/settings/${tab}` : '/settings'),
};

/** Where a user lands after signing in. */
export const HOME = paths.dashboard;
