import type { QueryClient } from '@tanstack/react-query';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DataOf, Endpoint, InputOf } from '#shared/protocol/endpoint.ts';
import type { Answer } from '#web/api/answer.ts';
import { outboxOf } from '#web/api/outbox.ts';
import { send } from '#web/api/send.ts';
import type { Written } from '#web/api/cache/written.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { currentSession } from '#web/session/session-store.ts';

/** The cache key of a call. User and client come first, so that nobody sees another user's responses. */
function keyOf(endpoint: Endpoint, input: unknown): readonly unknown[] {
  const { user } = currentSession();
  return [user?.id ?? null, user?.clientId ?? null, endpoint.path.split('/')[1], endpoint.path, input];
}

type Asking = { signal: AbortSignal; client?: QueryClient };

/** Options for useQuery that read an endpoint. `data` is the whole response, with its pagination. */
export function query<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const ask = async ({ signal, client }: Asking): Promise<Answer<DataOf<E>>> => {
    if (client) await outboxOf(client).whenSent();
    return await send(endpoint, input, { signal });
  };
  const queryKey = keyOf(endpoint, input);
  return { ...queryOptions({ queryKey, queryFn: ask }), queryFn: ask, meta: { tag: endpoint.tag } };
}

/**
 * Options for useInfiniteQuery that read a list in parts: `inputOf` makes the input for the part after a
 * cursor, `nextOf` finds the next cursor in a response.
 */
export function parts<E extends Endpoint>(
  endpoint: E,
  inputOf: (cursor: string | undefined) => InputOf<E>,
  nextOf: (data: DataOf<E>) => string | undefined,
) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, inputOf(undefined)), 'parts'],
    queryFn: ({ pageParam, signal }): Promise<Answer<DataOf<E>>> =>
      send(endpoint, inputOf(pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data }) => nextOf(data),
  });
}

type SendChoices = {
  /**
   * Set when the user leaves the screen after the call: nothing waits for rows that the next screen loads.
   */
  leaves?: true;
};

/**
 * Calls a changing endpoint. With or without a response, the page then shows the changed rows (`afterWrite`).
 * The same input sent again after a failure carries the same key, so that a lost response cannot create two
 * objects.
 */
export function useSend<E extends Endpoint>(endpoint: E, { leaves }: SendChoices = {}) {
  const client = useQueryClient();
  const attempt = useRef({ fingerprint: '', key: '' });
  return useMutation({
    mutationKey: [endpoint.path],
    mutationFn: (input: InputOf<E>): Promise<Answer<DataOf<E>>> => {
      const fingerprint = JSON.stringify(input);
      if (attempt.current.fingerprint !== fingerprint) attempt.current = { fingerprint, key: randomKey() };
      const { key } = attempt.current;
      const posted = outboxOf(client).post({ endpoint, input, key }) as Promise<Answer<DataOf<E>>>;
      if (!endpoint.mayWait) return posted;
      // The outbox repeats acts itself: the same act again is another one, unless this one fails.
      attempt.current = { fingerprint: '', key: '' };
      return posted.catch((error: unknown) => {
        attempt.current = { fingerprint, key };
        throw error;
      });
    },
    // The outbox waits for a connection.
    networkMode: 'always',
    onMutate: async (input) => {
      const code = endpoint.mayWait && (await import('#web/api/cache/optimistic.ts').catch(() => undefined));
      return code ? code.showOptimistically(client, endpoint, input) : undefined;
    },
    onSuccess: ({ data }, input) => {
      attempt.current = { fingerprint: '', key: '' };
      return follow(client, { endpoint, input, data, leaves });
    },
    // A failure is reported at once. A call without a response may have been saved all the same.
    onError: (_, input, takeBack) => {
      takeBack?.();
      void follow(client, { endpoint, input });
    },
  });
}

/**
 * Loads changed rows again, as `useSend` does after a call: for jobs and uploads, which show their progress.
 */
export function useReadAgain(endpoint: Endpoint): () => Promise<void> {
  const client = useQueryClient();
  return () => follow(client, { endpoint });
}

/** A first screen needs none of the code that follows a write; without it, everything is reloaded. */
async function follow(client: QueryClient, written: Written): Promise<void> {
  const code = await import('#web/api/cache/written.ts').catch(() => undefined);
  const isFollowed = outboxOf(client).isBusy;
  await (code ? code.afterWrite(client, { ...written, isFollowed }) : client.invalidateQueries());
}
