import { QueryCache, QueryClient, onlineManager } from '@tanstack/react-query';
import { outboxOf } from '#web/api/outbox.ts';
import { shareRows } from '#web/api/cache/share-rows.ts';
import { ApiError, messageOf, statusOf } from '#web/lib/errors.ts';
import { followOnline, isOnline } from '#web/lib/online.ts';
import { showBackgroundFailure } from '#web/ui/states/toast.ts';

/**
 * A call may be retried when there was no response, or when the response asks to try later. After a timeout
 * of ten seconds there is no retry: a user would look at an empty page for half a minute.
 */
function mayRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.code === 'timeout') return false;
  const status = statusOf(error) ?? 0;
  return failures < 2 && (status === 0 || status === 503);
}

/**
 * Whether a failed query raises a toast. Other failures show where the data
 * would. Optional data of a form fails silently: its query has `meta.isSilent`.
 */
function isToasted(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && (status === 0 || status === 403 || status === 404 || status >= 500);
}

/**
 * What could not be loaded, for a failure without a message: the requested part of the API, in its own words.
 * @internal
 */
export const failedToLoad = (tag: unknown) =>
  typeof tag === 'string'
    ? `Failed to load ${tag.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`
    : 'An error occurred';

/** Calls wait while the server is unreachable. */
onlineManager.setEventListener(followOnline);
onlineManager.setOnline(isOnline());

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!meta?.['isSilent'] && isToasted(error))
          showBackgroundFailure(messageOf(error, failedToLoad(meta?.['tag'])));
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: mayRetry,
        structuralSharing: shareRows,
        refetchOnWindowFocus: true,
        // Changes that have waited come first, and the last one reloads what they changed.
        refetchOnReconnect: () => !outboxOf(client).isBusy,
      },
      mutations: { retry: false },
    },
  });
  return client;
}
