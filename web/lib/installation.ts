const flags = document.documentElement.dataset;

/** What the server has told the page of this installation with the page itself. */
export const installation = {
  sendsMail: 'sendsMail' in flags,
  /** Bookings of Book a Demo reach the operator; otherwise they stay in this browser. */
  takesDemoRequests: 'takesDemoRequests' in flags,
};
