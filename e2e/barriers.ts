import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Every finding that keeps people out; lesser findings are advice. */
export async function barriers(page: Page): Promise<string[]> {
  // A part that is still fading in has colours of its own.
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${help}: ${html} ${any[0]?.message ?? ''}`),
    );
}
