import { useEffect } from 'react';

/** J and K go from card to card, outside of fields and popups. */
export function useCardKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      const target = event.target as HTMLElement | null;
      if (!step || target?.closest('textarea, select, [role="menu"]')) return;
      if (document.querySelector('[role="dialog"]')) return;
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
