/**
 * The search of the page's current address. The router accepts a new address at once and renders it a little
 * later: a change based on the rendered address would undo the previous change.
 */
export const currentSearch = () => new URLSearchParams(window.location.search);
