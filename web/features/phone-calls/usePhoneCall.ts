import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { query, useSend } from '#web/api/query.ts';
import { farewellOf } from '#web/features/phone-calls/farewell-of.ts';
import { sendCall } from '#web/leads/calls/send-call.ts';
import { messageOf, statusOf } from '#web/lib/errors.ts';
import type { OpenCall } from '#web/live/phone-calls.ts';
import { useUser } from '#web/session/useSession.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

export type Changes = InputOf<typeof phoneCalls.update>['body'];

/** A call, read again with everything that is told of it, and its `farewell` once its card closes by itself. */
export function usePhoneCall(told: OpenCall) {
  const { id: me } = useUser();
  const { id, turn, state } = told;
  const { data, error, refetch } = useQuery({ ...questionOf(id), staleTime: 0, meta: { isSilent: true } });
  const call = data?.data;
  useEffect(() => {
    if (turn > 1) void refetch();
  }, [turn, refetch]);
  const [isNoted, setIsNoted] = useState(false);
  // The outcome was noted before a reload, or in another tab.
  const isNotedElsewhere = state === 'ended' && Boolean(call?.call_outcome) && !isNoted;
  const farewell = isNotedElsewhere ? '' : farewellOf(told, call, me, statusOf(error) === 404);
  const { save, isPending } = useSavePhoneCall(id);
  const saveOutcome = async (changes: Changes): Promise<boolean> => {
    if (changes.call_outcome) setIsNoted(true);
    return await save(changes);
  };
  return { call, error, refetch, save: saveOutcome, isPending, isNoted, isNotedElsewhere, farewell };
}

/** Says the farewell of a call once, and leaves its card. */
export function useFarewell(farewell: string | undefined, leave: () => void): void {
  const hasLeft = useRef(false);
  useEffect(() => {
    if (farewell === undefined || hasLeft.current) return;
    hasLeft.current = true;
    if (farewell) showSuccess(farewell);
    leave();
  });
}

/** Saves parts of a call one after the other, shows a failure, and returns whether it worked. */
export function useSavePhoneCall(id: string) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useSend(phoneCalls.update);
  const last = useRef(Promise.resolve(true));
  const send = async (changes: Changes): Promise<boolean> => {
    try {
      const answer = await sendCall(changes, (body) => mutateAsync({ params: { id }, body }));
      client.setQueryData(questionOf(id).queryKey, answer);
      return true;
    } catch (failure) {
      showFailure(messageOf(failure, 'Please try again.'), 'Failed to save the call');
      return false;
    }
  };
  const save = (changes: Changes): Promise<boolean> => {
    last.current = last.current.then(() => send(changes));
    return last.current;
  };
  return { save, isPending };
}

const questionOf = (id: string) => query(phoneCalls.get, { params: { id } });
