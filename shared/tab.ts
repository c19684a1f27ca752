/** The header by which a tab of the browser names itself, so that it knows its own changes when it hears of them. */
export const TAB_HEADER = 'x-tab-id';
