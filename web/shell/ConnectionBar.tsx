import { useMutationState } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useSyncExternalStore } from 'react';
import { counted } from '#shared/numbers.ts';
import { parts } from '#web/lib/loadable.tsx';
import { followOnline, isOnline } from '#web/lib/online.ts';
import classes from '#web/shell/Notices.module.css';
import { showFailure } from '#web/ui/states/toast.ts';

/** Shows above every page that there is no connection, and what happens to the user's work meanwhile. */
export function ConnectionBar() {
  const isConnected = useSyncExternalStore(followOnline, isOnline);
  const waiting = useMutationState({ filters: { predicate: ({ state }) => state.isPaused } }).length;
  useEffect(() => {
    const tell = () =>
      showFailure(
        isOnline()
          ? 'This page couldn’t be loaded. LMS may have been updated: save your work, then reload.'
          : 'You’re offline. This opens when you’re back online.',
      );
    parts.addEventListener('missed', tell);
    return () => parts.removeEventListener('missed', tell);
  }, []);
  // Always present, so that a screen reader announces its text.
  return (
    <div role="status">
      {!isConnected && (
        <p className={classes.notice} data-offline>
          <CloudOff size={16} aria-hidden="true" />
          <span>
            {waiting > 0
              ? `No connection. ${counted(waiting, 'change')} waiting to be sent when you’re back online.`
              : 'You’re offline. You can keep working; changes are sent when you’re back online.'}
          </span>
        </p>
      )}
    </div>
  );
}
