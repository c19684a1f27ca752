import { QueryCache, QueryClient, onlineManager } from '@tanstack/react-query';
import { ApiError, messageOf, statusOf } from '#web/lib/errors.ts';
import { followOnline } from '#web/lib/online.ts';
import { showBackgroundFailure } from '#web/ui/toast.ts';

/**
 * A call may be repeated when no answer came, or the answer says to try later; not after ten seconds of silence, since
 * people would look at nothing for half a minute.
 */
function mayRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.code === 'timeout') return false;
  const status = statusOf(error) ?? 0;
  return failures < 2 && (status === 0 || status === 503);
}

/**
 * Whether a failed query raises a toast (behaviour: lists, edits, files); other background loads say so where they
 * stand. Choices that a form can do without say nothing: their query has `meta.isSilent`.
 */
function isToasted(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && (status === 0 || status === 403 || status === 404 || status >= 500);
}

/**
 * What could not be loaded, where the answer has no sentence: the part of the API that was asked, in its own words.
 *
 * @internal
 */
export const failedToLoad = (tag: unknown) =>
  typeof tag === 'string'
    ? `Failed to load ${tag.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`
    : 'An error occurred';

/** Calls wait while the server cannot be reached. */
onlineManager.setEventListener(followOnline);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!meta?.['isSilent'] && isToasted(error))
          showBackgroundFailure(messageOf(error, failedToLoad(meta?.['tag'])));
      },
    }),
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: mayRetry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
