import { usePageKeys } from '#web/lib/page-keys.ts';
import { useSwipes } from '#web/lib/hooks/useSwipes.ts';

/**
 * J and K move between rows. C, W, D and S trigger the buttons with these keys on the focused row, and swipes on
 * a phone those of C and S.
 */
export function useCardKeys(): void {
  useSwipes();
  usePageKeys([
    { keys: 'J', does: 'Next follow-up', run: () => goOn(1) },
    { keys: 'K', does: 'Previous follow-up', run: () => goOn(-1) },
    { keys: 'C', does: 'Call', run: () => press('c') },
    { keys: 'W', does: 'WhatsApp', run: () => press('w') },
    { keys: 'D', does: 'Done', run: () => press('d') },
    { keys: 'S', does: 'Snooze', run: () => press('s') },
  ]);
}

const card = () => document.activeElement?.closest('li');

function goOn(step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-reminder]')];
  const here = card()?.querySelector<HTMLElement>('[data-reminder]');
  const index = here ? cards.indexOf(here) : -1;
  const next = index < 0 ? (step > 0 ? 0 : cards.length - 1) : index + step;
  cards[next]?.focus();
}

function press(key: string): void {
  card()?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click();
}
