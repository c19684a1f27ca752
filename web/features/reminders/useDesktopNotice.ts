import { useEffect, useRef } from 'react';
import { sessionLife } from '#web/lib/session-life.ts';
import type { Due } from '#web/live/due-reminders.ts';

/**
 * Shows a reminder that has just become due outside the page while nobody looks at the page, where the user has
 * allowed that.
 */
export function useDesktopNotice(latest: Due | undefined): void {
  const noticed = useRef(0);
  useEffect(() => {
    // An earlier reminder is the latest again when a later one has been dealt with: it was noticed in its time.
    if (!latest || latest.toldAt <= noticed.current) return;
    noticed.current = latest.toldAt;
    if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') return;
    const { reminder } = latest;
    try {
      // The same tag in every tab: the browser shows it once.
      const notice = new Notification(reminder.title, { body: reminder.lead.name, tag: reminder.id });
      notice.addEventListener('click', () => {
        window.focus();
        notice.close();
      });
      sessionLife().addEventListener('abort', () => notice.close(), { once: true });
    } catch {
      // Phones show notifications of installed pages only; the card in the page has the same text.
    }
  }, [latest]);
}
