const flags = document.documentElement.dataset;

/** Facts about the installation that the server has sent with the page. */
export const installation = {
  /** Origins besides the page's own to which the address override may lead. */
  apiOrigins: flags['apiOrigins']?.split(' ') ?? [],
  /** For so many days deleted leads wait in the trash, and operations can be undone. */
  trashDays: Number(flags['trashDays'] ?? 30),
  sendsMail: 'sendsMail' in flags,
  /** Bookings of Book a Demo reach the operator; otherwise they stay in this browser. */
  takesDemoRequests: 'takesDemoRequests' in flags,
};
