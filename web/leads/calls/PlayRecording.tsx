import { Button } from '@mantine/core';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { loadable } from '#web/lib/loadable.tsx';

const Recording = loadable(async () => (await import('#web/leads/calls/Recording.tsx')).Recording);

type Props = { callId: string; when: string };

/** The button that fetches the recording of a call, and then its player. */
export function PlayRecording({ callId, when }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <Recording callId={callId} label={`Recording of the call on ${when}`} />;
  return (
    <p>
      <Button
        my={4}
        size="compact-sm"
        variant="default"
        leftSection={<Play size={13} aria-hidden="true" />}
        aria-label={`Play recording of ${when}`}
        onClick={() => setIsOpen(true)}
        data-screen-only
      >
        Play recording
      </Button>
    </p>
  );
}
