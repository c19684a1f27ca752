import { useEffect } from 'react';

/** J and K go from card to card, outside of fields and popups; C, W, D and S do what the buttons with these keys do. */
export function useCardKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      const step = { j: 1, k: -1 }[key];
      const target = event.target as HTMLElement | null;
      if (target?.closest('textarea, select, [role="menu"]')) return;
      if (document.querySelector('[role="dialog"]')) return;
      if (/^[cwds]$/.test(key)) {
        const action = target?.closest('li')?.querySelector<HTMLElement>(`[data-key="${key}"]`);
        if (action) event.preventDefault();
        action?.click();
      }
      if (!step) return;
      const cards = [...document.querySelectorAll<HTMLElement>('[data-reminder]')];
      const here = target?.closest('li')?.querySelector<HTMLElement>('[data-reminder]');
      const index = here ? cards.indexOf(here) : -1;
      const next = index < 0 ? (step > 0 ? 0 : cards.length - 1) : index + step;
      cards[next]?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
