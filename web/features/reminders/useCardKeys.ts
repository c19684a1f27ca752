import { usePageKeys } from '#web/lib/page-keys.ts';

/** J and K go from card to card. */
export function useCardKeys(): void {
  usePageKeys([
    { keys: 'J', does: 'Next follow-up', run: () => goOn(1) },
    { keys: 'K', does: 'Previous follow-up', run: () => goOn(-1) },
  ]);
}

function goOn(step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-reminder]')];
  const here = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-reminder]');
  const index = here ? cards.indexOf(here) : -1;
  const next = index < 0 ? (step > 0 ? 0 : cards.length - 1) : index + step;
  cards[next]?.focus();
}
