import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import CloudOff from 'lucide-react/icons/cloud-off';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useEffect, useSyncExternalStore } from 'react';
import { outboxOf } from '#web/api/outbox.ts';
import { counted } from '#shared/values/numbers.ts';
import { missedParts } from '#web/lib/loadable.tsx';
import { useIsOnline } from '#web/lib/hooks/useIsOnline.ts';
import { isOnline } from '#web/lib/online.ts';
import classes from '#web/shell/notices/Notices.module.css';
import { showFailure } from '#web/ui/states/toast.ts';

/** Shows above every page that there is no connection, and what happens to the user's work meanwhile. */
export function ConnectionBar() {
  const isConnected = useIsOnline();
  const outbox = outboxOf(useQueryClient());
  const { waiting, refused } = useSyncExternalStore(outbox.subscribe, outbox.shown);
  useEffect(() => {
    const tell = () =>
      showFailure(
        isOnline()
          ? 'This page couldn’t be loaded. LMS may have been updated: save your work, then reload.'
          : 'You’re offline. This opens when you’re back online.',
      );
    missedParts.addEventListener('missed', tell);
    return () => missedParts.removeEventListener('missed', tell);
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
      {isConnected && waiting > 0 && (
        <p className={classes.notice} data-offline>
          <CloudUpload size={16} aria-hidden="true" />
          <span>Sending {counted(waiting, 'change')}…</span>
        </p>
      )}
      {refused.length > 0 && (
        <div className={classes.notice} data-offline>
          <CloudAlert size={16} aria-hidden="true" />
          <span>
            {refused.length === 1 ? 'A change was not saved.' : `${refused.length} changes were not saved.`}{' '}
            {refused.map(({ key, about, reason }) => (
              <span key={key} dir="auto">
                {about && `${about}: `}
                {reason}{' '}
              </span>
            ))}
          </span>
          <Button variant="default" size="compact-xs" onClick={() => outbox.dismiss()}>
            Dismiss
          </Button>
        </div>
      )}
    </div>
  );
}
