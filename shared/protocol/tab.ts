/** The header in which a browser tab names itself, so that it recognises its own changes in live updates. */
export const TAB_HEADER = 'x-tab-id';
