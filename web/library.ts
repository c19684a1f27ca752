import { loadable } from '#web/lib/loadable.tsx';

/** The component library's frame, fetched for users who are signed in or about to be: public pages do without. */
export const Library = loadable(async () => ({ default: (await import('#web/ui/Library.tsx')).Library }));
