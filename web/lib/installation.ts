import { MIN_PASSWORD_LENGTH } from '#shared/accounts/password.ts';

/** Empty outside a page, in tests of modules. */
const flags: DOMStringMap = typeof document === 'undefined' ? {} : document.documentElement.dataset;

/** Facts about the installation that the server has sent with the page. */
export const installation = {
  /** Allowed origins of the address override, besides the page's own. */
  apiOrigins: flags['apiOrigins']?.split(' ') ?? [],
  /** Days for which deleted leads stay in the trash, and operations can be undone. */
  trashDays: Number(flags['trashDays'] ?? 30),
  /** The least number of characters of new passwords. */
  passwordLength: Number(flags['passwordLength'] ?? MIN_PASSWORD_LENGTH),
  sendsMail: 'sendsMail' in flags,
  /** Whether bookings of Book a Demo reach the operator. Otherwise they stay in this browser. */
  takesDemoRequests: 'takesDemoRequests' in flags,
};
