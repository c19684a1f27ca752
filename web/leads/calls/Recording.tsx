import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { request } from '#web/api/request.ts';
import { messageOf } from '#web/lib/errors.ts';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';

/** Milliseconds: long recordings come from the telephone system, which may be slow. */
const PATIENCE = 120_000;

/** A recording, fetched in the user's session and played from memory. The focus moves from its button to the player. */
export function Recording({ callId, label }: { callId: string; label: string }) {
  const [isUnplayable, setIsUnplayable] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['recording', callId],
    queryFn: ({ signal }) => {
      const options = { accept: 'audio/*', timeout: PATIENCE, signal };
      return request(phoneCalls.recording, { params: { id: callId } }, options, async (response) => ({
        url: URL.createObjectURL(await response.blob()),
      }));
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { isSilent: true },
  });
  const url = data?.url;
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    player.current?.focus({ preventScroll: true });
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [url]);
  if (isFetching) return <PartNote isLive>Loading the recording...</PartNote>;
  if (error || isUnplayable) {
    const again = () => {
      setIsUnplayable(false);
      void refetch();
    };
    const reason = error ? messageOf(error, 'Please try again.') : 'this browser can’t play it.';
    return <PartFailure onRetry={again}>Failed to load the recording: {reason}</PartFailure>;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- A telephone system has no words of what was said.
    <audio
      ref={player}
      style={{ width: 'min(360px, 100%)', height: 36 }}
      src={url}
      controls
      autoPlay
      aria-label={label}
      onError={() => setIsUnplayable(true)}
    />
  );
}
