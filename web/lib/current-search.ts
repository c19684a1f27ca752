/**
 * The search of the page's address at this moment. The router takes a new address at once and draws it a little later: a
 * change that began at the drawn address would take back the change before it.
 */
export const currentSearch = () => new URLSearchParams(window.location.search);
