/** The title of the page in the tab, in search results and in shared links. */
export const LANDING_TITLE = 'LMS · Lead management system';

/** The product in one sentence: on the page, in search results and in shared links. */
export const SUMMARY =
  'LMS gives your sales team one list of leads, one next step for each, and calls, follow-ups and products in one place.';

/**
 * The claims on the landing page. They are marketing text, not data: operators replace them with their own
 * figures and rebuild (docs/operations.md). `value` is the large number.
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

/** Shown under Contact. If empty, only Book a Demo is shown there. */
export const CONTACT_EMAIL: string = '';

/** The operator of this installation. Empty lines and links are not shown. */
export const OPERATOR = {
  /** Name and postal address of the company. */
  company: '',
  /** Addresses of the operator's own pages. */
  terms: '',
  privacy: '',
};
