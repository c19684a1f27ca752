import { loadable } from '#web/lib/loadable.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';

/**
 * The component library's frame, loaded for users who are signed in or about to be. Public pages don't need
 * it.
 */
export const Library = loadable(async () => (await import('#web/ui/states/Library.tsx')).Library, Waiting);
