import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** Presses Tab (or another key) until the target has the focus; throws if it never does. */
export async function reach(page: Page, target: Locator, key = 'Tab', most = 80): Promise<void> {
  // A popup takes the focus a moment after opening, and a faster test would lose it again.
  await target.evaluate(async (element) => {
    const popup = element.closest('[role="dialog"], [role="menu"]');
    const isBehind = () => {
      const active = document.activeElement;
      return active && active !== document.body && !popup?.contains(active);
    };
    if (popup) while (isBehind()) await new Promise(requestAnimationFrame);
  });
  // The last two stops are looked at, in case the page has fewer of them than are counted.
  if (key === 'Tab')
    for (let left = (await target.evaluate(stopsBefore)) - 2; left > 0; left -= 1)
      await page.keyboard.press(key);
  let found = await target.elementHandle();
  // Finding a control by its role costs more than a key press: only a control that was re-rendered is looked
  // up again.
  const hasFocus = async () => {
    const isFocused = await found?.evaluate((element) =>
      element.isConnected ? element === document.activeElement : undefined,
    );
    if (isFocused !== undefined) return isFocused;
    found = await target.elementHandle();
    return await found?.evaluate((element) => element === document.activeElement);
  };
  for (let presses = 0; presses < most; presses += 1) {
    if (await hasFocus()) return;
    await page.keyboard.press(key);
  }
  if (!(await hasFocus())) throw new Error(`${key} does not reach ${String(target)}.`);
}

/** Counts in the page how often Tab is needed at least to get from the focus to this control below it. */
function stopsBefore(target: Element): number {
  const from = document.activeElement ?? document.body;
  const isAfter = (one: Element, other: Element) =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (from === document.body || !isAfter(target, from)) return 0;
  const isStop = (control: HTMLElement) =>
    control.tabIndex >= 0 &&
    !control.matches(':disabled, input[type=radio]:not(:checked)') &&
    !control.closest('[inert]') &&
    control.checkVisibility({ visibilityProperty: true });
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, [tabindex]',
  );
  return [...controls].filter(
    (control) => isAfter(control, from) && !isAfter(control, target) && isStop(control),
  ).length;
}

/** Focuses a control by keyboard and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}

/** Focuses a field by keyboard and replaces its text. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Chooses an option in a select by arrow keys; arrow down opens the options. */
export async function pick(page: Page, target: Locator, option: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('ArrowDown');
  const choice = page.getByRole('option', { name: option, exact: true });
  await choice.waitFor();
  const marked = choice.and(page.locator('[data-combobox-selected]'));
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await marked.count()) === 1) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await choice.waitFor({ state: 'hidden' });
}

/**
 * Lifts the focused item; `said` is the screen reader's announcement. Arrow keys work one timer after the
 * announcement.
 */
export async function liftByKey(page: Page, said: Locator): Promise<void> {
  await page.keyboard.press('Space');
  await expect(said).toBeAttached();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
