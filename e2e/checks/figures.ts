/** Numbers beside the work, reloaded together after several acts: each at most once in fifteen seconds. */
export const FIGURES = ['/dashboard/', '/targets/own', '/notifications/unread'];

/** Whether a call below /api belongs to an act: the stream of live changes is always open, and figures wait. */
export const isOfAct = (path: string) => path !== '/events' && !FIGURES.includes(path);
