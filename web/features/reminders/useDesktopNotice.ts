import { useEffect } from 'react';
import type { Reminder } from '#shared/reminders.ts';
import { sessionLife } from '#web/lib/session-life.ts';

/**
 * Shows a reminder that has just become due outside the page while nobody looks at the page, where the user has
 * allowed that.
 */
export function useDesktopNotice(latest: Reminder | undefined): void {
  useEffect(() => {
    if (!latest || document.hasFocus() || !('Notification' in window)) return;
    if (Notification.permission !== 'granted') return;
    try {
      // The same tag in every tab: the browser shows it once.
      const notice = new Notification(latest.title, { body: latest.lead.name, tag: latest.id });
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
