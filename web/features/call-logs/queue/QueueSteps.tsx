import { Button } from '@mantine/core';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { inNumbers } from '#shared/values/numbers.ts';
import type { CallQueue, Step } from '#web/features/call-logs/queue/useCallQueue.ts';
import classes from '#web/leads/LeadPage.module.css';
import { usePageKeys } from '#web/lib/page-keys.ts';

/** The place in the queue, and ways to go on or back without logging a call: buttons, J and K. */
export function QueueSteps({ queue, onGo }: { queue: CallQueue; onGo: (step: Step) => void }) {
  const { place, previous, goesOn } = queue;
  const skip = () => void queue.next(false).then((step) => step && onGo(step));
  const goBack = () => previous && onGo(previous);
  usePageKeys([
    { keys: 'J', does: 'Skip this lead', run: skip },
    { keys: 'K', does: 'Previous lead', run: goBack },
  ]);
  return (
    <nav className={classes.actions} aria-label="Queue">
      {place && (
        <p className={classes.position} role="status">
          {inNumbers(place.position)} of {inNumbers(place.total)}
          {place.totalIsCapped && '+'}
        </p>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={!previous}
        onClick={goBack}
        title="K"
        aria-keyshortcuts="K"
        leftSection={<ChevronLeft size={14} aria-hidden="true" />}
      >
        Back
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!goesOn}
        onClick={skip}
        title="J"
        aria-keyshortcuts="J"
        rightSection={<ChevronRight size={14} aria-hidden="true" />}
      >
        Skip
      </Button>
    </nav>
  );
}
