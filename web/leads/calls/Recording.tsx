import { useEffect, useRef, useState } from 'react';
import { phoneCalls } from '#shared/phone-calls.ts';
import { request } from '#web/api/request.ts';
import classes from '#web/leads/calls/Recording.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';

/** Milliseconds: long recordings come from the telephone system, which may be slow. */
const PATIENCE = 120_000;

type State = { url?: string; failure?: string };

/** A recording, fetched in the user's session and played from memory. The focus moves from its button to the player. */
export function Recording({ callId, label }: { callId: string; label: string }) {
  const [{ url, failure }, setState] = useState<State>({});
  const [turn, setTurn] = useState(0);
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | undefined;
    const options = { accept: 'audio/*', timeout: PATIENCE, signal: stop.signal };
    request(phoneCalls.recording, { params: { id: callId } }, options, (response) => response.blob()).then(
      (recording) => {
        if (!stop.signal.aborted) setState({ url: (made = URL.createObjectURL(recording)) });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ failure: messageOf(error, 'Please try again.') });
      },
    );
    return () => {
      stop.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [callId, turn]);
  useEffect(() => {
    if (url) player.current?.focus({ preventScroll: true });
  }, [url]);
  if (failure) {
    const again = () => {
      setState({});
      setTurn(turn + 1);
    };
    return <PartFailure onRetry={again}>The recording can’t be reached: {failure}</PartFailure>;
  }
  if (!url) return <PartNote isLive>Loading the recording...</PartNote>;
  return (
    <audio
      ref={player}
      className={classes.player}
      src={url}
      controls
      autoPlay
      aria-label={label}
      onError={() => setState({ failure: 'This browser can’t play it.' })}
    />
  );
}
