import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DataOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import type { Answer } from '#web/api/answer.ts';
import { send } from '#web/api/send.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { currentSession } from '#web/session/session-store.ts';

/** The cache key of a call: user and client first, so that no answer outlives its reader. */
function keyOf(endpoint: Endpoint, input: unknown): readonly unknown[] {
  const { user } = currentSession();
  return [user?.id ?? null, user?.clientId ?? null, endpoint.path.split('/')[1], endpoint.path, input];
}

/** Options for useQuery that read an endpoint; `data` is the whole answer, with its pagination. */
export function query<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }): Promise<Answer<DataOf<E>>> => send(endpoint, input, { signal }),
  });
}

/**
 * Calls a changing endpoint; afterwards everything read below the same first path segment is read again. The same
 * input sent again after a failure carries the same key, so that a lost answer cannot make two of one.
 */
export function useSend<E extends Endpoint>(endpoint: E) {
  const invalidate = useInvalidate(endpoint);
  const attempt = useRef({ fingerprint: '', key: '' });
  return useMutation({
    mutationFn: (input: InputOf<E>): Promise<Answer<DataOf<E>>> => {
      const fingerprint = JSON.stringify(input);
      if (attempt.current.fingerprint !== fingerprint) attempt.current = { fingerprint, key: randomKey() };
      return send(endpoint, input, { idempotencyKey: attempt.current.key });
    },
    onSuccess: () => {
      attempt.current = { fingerprint: '', key: '' };
      return invalidate();
    },
  });
}

/** Its numbers are made of whatever else there is. */
const SUMMARY = 'dashboard';

/** Marks everything below the endpoint's first path segment as stale, whoever reads it, and the dashboard with it. */
export function useInvalidate(endpoint: Endpoint): () => Promise<void> {
  const client = useQueryClient();
  const segment = endpoint.path.split('/')[1];
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[2] === segment || queryKey[2] === SUMMARY,
    });
}
