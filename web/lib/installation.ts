const flags = document.documentElement.dataset;

/** Facts about the installation that the server has sent with the page. */
export const installation = {
  sendsMail: 'sendsMail' in flags,
  /** Bookings of Book a Demo reach the operator; otherwise they stay in this browser. */
  takesDemoRequests: 'takesDemoRequests' in flags,
};
