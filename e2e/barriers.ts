import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Every finding that keeps people out, in light colours and in dark ones; lesser findings are advice. */
export async function barriers(page: Page): Promise<string[]> {
  const found = await findings(new AxeBuilder({ page }), page);
  await wear(page, 'dark');
  // Nothing but the colours differs.
  const inTheDark = await findings(
    new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']),
    page,
  );
  await wear(page, 'light');
  return [...found, ...inTheDark.map((text) => `in the dark: ${text}`)];
}

async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

async function findings(axe: AxeBuilder, page: Page): Promise<string[]> {
  // What is still fading in has colours of its own.
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${help}: ${html} ${any[0]?.message ?? ''}`),
    );
}
