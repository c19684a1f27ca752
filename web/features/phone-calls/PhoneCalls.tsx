import { Button } from '@mantine/core';
import PhoneCallIcon from 'lucide-react/icons/phone-call';
import { useEffect, useRef, useState } from 'react';
import { CallCard } from '#web/features/phone-calls/CallCard.tsx';
import { CallerForm } from '#web/features/phone-calls/CallerForm.tsx';
import type { AddLead, Caller } from '#web/features/phone-calls/CallerForm.tsx';
import classes from '#web/features/phone-calls/PhoneCalls.module.css';
import { stateWords } from '#web/features/phone-calls/state-words.ts';
import { usePlace } from '#web/features/phone-calls/usePlace.ts';
import { focusContent } from '#web/lib/focus-content.ts';
import { usePageKeys } from '#web/lib/page-keys.ts';
import { isClosed, keepClosed, keepOpen } from '#web/live/kept-calls.ts';
import { usePhoneCalls } from '#web/live/phone-calls.ts';
import { useUser } from '#web/session/useSession.ts';
import { useIsPhone } from '#web/ui/useIsPhone.ts';

type Props = {
  AddLead: AddLead;
  /** The caller whose form is open, which stays whatever becomes of the call. */
  caller: Caller | undefined;
  onCaller: (caller: Caller | undefined) => void;
};

/** The cards of the calls, and the form of a new lead that was opened from one. */
export function PhoneCalls({ AddLead, caller, onCaller }: Props) {
  const { calls } = usePhoneCalls();
  return (
    <>
      {calls.length > 0 && <Cards onNewLead={onCaller} />}
      {caller && (
        <CallerForm
          key={caller.callId}
          caller={caller}
          AddLead={AddLead}
          onClose={() => onCaller(undefined)}
        />
      )}
    </>
  );
}

/**
 * The calls that ring or run, latest first, in a corner of the page. They never take the focus: P goes to them, and Escape
 * makes them small and goes back.
 */
function Cards({ onNewLead }: { onNewLead: (caller: Caller) => void }) {
  const { calls, close } = useShownCalls();
  const stack = useRef<HTMLElement>(null);
  const origin = useRef<Element>(null);
  const isPhone = useIsPhone();
  const place = usePlace(stack, isPhone);
  const newest = calls[0]?.id;
  const over = calls.find(({ state, is_missed }) => state === 'ended' && !is_missed);
  const [minimised, setMinimised] = useState<string>();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const isSmall = place === 'small' || (newest !== undefined && minimised === newest);
  const minimise = () => {
    setMinimised(newest);
    const back = origin.current;
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    else requestAnimationFrame(focusContent);
  };
  const enter = () => {
    if (!stack.current?.contains(document.activeElement)) origin.current = document.activeElement;
    setMinimised(undefined);
    stack.current?.focus({ preventScroll: true });
  };
  usePageKeys([{ keys: 'P', does: 'Go to the call', run: enter }]);
  useEffect(() => {
    const cards = stack.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) minimise();
    };
    cards?.addEventListener('keydown', onKey);
    return () => cards?.removeEventListener('keydown', onKey);
  });
  return (
    <section
      ref={stack}
      className={classes.stack}
      aria-label="Phone calls"
      tabIndex={-1}
      data-place={isSmall ? 'small' : place}
      data-phone-calls={isSmall ? 'small' : 'open'}
      data-screen-only
    >
      <Announcement
        words={calls.map((call) => [stateWords(call), names[call.id]].filter(Boolean).join(': ')).join('. ')}
      />
      {isSmall && (
        <Button
          leftSection={<PhoneCallIcon size={16} aria-hidden="true" />}
          aria-keyshortcuts="P"
          // Beside a text being typed it is small only until the focus comes here.
          onFocus={() => minimised !== newest && enter()}
          onClick={enter}
        >
          {calls.length > 1 ? `${calls.length} calls` : calls[0] && stateWords(calls[0])}
        </Button>
      )}
      <div className={classes.cards} hidden={isSmall}>
        {calls.map((call) => (
          <CallCard
            key={call.id}
            told={call}
            hasKeys={call === over && !isSmall}
            onNewLead={onNewLead}
            onNamed={(name) => setNames((all) => ({ ...all, [call.id]: name }))}
            onMinimise={minimise}
            onClose={() => close(call.id)}
          />
        ))}
      </div>
    </section>
  );
}

/** Says politely what happens to the calls. Empty at first, since a region that appears with its text is not read. */
function Announcement({ words }: { words: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.replaceChildren(words), [words]);
  return <p ref={line} className={classes.spoken} role="status" />;
}

/** The calls whose cards are open, kept for a reload; closing one closes it in the browser's other tabs as well. */
function useShownCalls() {
  const user = useUser();
  const { calls, dismiss } = usePhoneCalls();
  const ids = calls.map(({ id }) => id).join(' ');
  useEffect(() => {
    const follow = () => ids.split(' ').filter(isClosed).forEach(dismiss);
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [ids, dismiss]);
  useEffect(() => {
    keepOpen(ids, user);
    // The last card takes this component along.
    return () => keepOpen('', user);
  }, [ids, user]);
  return {
    calls,
    close: (id: string) => {
      keepClosed(id, user);
      dismiss(id);
    },
  };
}
