import { useEffect, useRef } from 'react';
import { readPreference } from '#web/lib/preferences.ts';
import { PUSH_OF } from '#web/live/push-mark.ts';
import { sessionLife } from '#web/lib/session-life.ts';
import { useUser } from '#web/session/useSession.ts';
import type { Due } from '#web/live/due-reminders.ts';

/**
 * Shows a reminder that has just become due as a desktop notification while the page isn't focused, if the
 * user allows it.
 */
export function useDesktopNotice(latest: Due | undefined): void {
  const { id: userId } = useUser();
  const noticed = useRef(0);
  useEffect(() => {
    // After a later reminder is dealt with, an earlier one is the latest again. It was shown before.
    if (!latest || latest.toldAt <= noticed.current) return;
    noticed.current = latest.toldAt;
    // A device that is told of everything shows it itself.
    if (readPreference(PUSH_OF) === userId) return;
    if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') return;
    const { reminder } = latest;
    try {
      // The same tag in every tab, so that the browser shows it once.
      const notice = new Notification(reminder.title, { body: reminder.lead.name, tag: reminder.id });
      notice.addEventListener('click', () => {
        window.focus();
        notice.close();
      });
      sessionLife().addEventListener('abort', () => notice.close(), { once: true });
    } catch {
      // Phones only show notifications of installed pages. The card in the page has the same text.
    }
  }, [latest, userId]);
}
