/** The name of the page in the tab, in lists of results and where its address is shared. */
export const LANDING_TITLE = 'LMS · Lead management system';

/** The product in one sentence: on the page, in lists of results and where the address is shared. */
export const SUMMARY =
  'LMS gives your sales team one list of leads, one next step for each, and calls, follow-ups and products in one place.';

/**
 * The claims of the landing page. They are marketing text and not data: the operator of an installation replaces them
 * with figures of their own and builds again (docs/operations.md). `value` is the large number.
 */
export const STATS = [
  { value: '50+', label: 'Active users' },
  { value: '10K+', label: 'Leads managed' },
  { value: '95%', label: 'Satisfaction' },
  { value: '24/7', label: 'Support' },
];

export const IMPROVEMENTS = [
  { value: '3x', label: 'Faster lead processing' },
  { value: '85%', label: 'Improved follow-up rate' },
  { value: '50%', label: 'More qualified leads' },
];

/** Shown under Contact; when empty, Book a Demo stands there alone. */
export const CONTACT_EMAIL: string = '';

/** The operator behind this installation; a line or link that is empty is not on the page. */
export const OPERATOR = {
  /** Name and postal address of the company. */
  company: '',
  /** Addresses of the operator's own pages. */
  terms: '',
  privacy: '',
};
