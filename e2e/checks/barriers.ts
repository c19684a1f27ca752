import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type { ElementContext, RunOptions } from 'axe-core';
import { smallTargets } from './targets.ts';

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Every finding, of any severity, in light and in dark colours; every target too small for a finger; and a
 * private page that scrolls into nothing.
 */
export async function barriers(page: Page): Promise<string[]> {
  const found = [...(await findings(page)), ...(await page.evaluate(emptyScroll))];
  const small = await smallTargets(page);
  await wear(page, 'dark');
  const inTheDark = await findings(page, COLOUR_RULES);
  await wear(page, 'light');
  return [
    ...found,
    ...inTheDark.map((text) => `in the dark: ${text}`),
    ...small.map((text) => `small: ${text}`),
  ];
}

/** Runs in the page. Private pages scroll inside the shell only, so their document is as large as the screen. */
function emptyScroll(): string[] {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  const beyond = { width: scrollWidth - clientWidth, height: scrollHeight - clientHeight };
  const isInside = document.querySelector('main > #content') !== null;
  return isInside && Math.max(beyond.width, beyond.height) > 0
    ? [`beyond the screen: ${JSON.stringify(beyond)}`]
    : [];
}

async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Runs all rules when none are named. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Rows that are being replaced are paler, and a part that is fading in has transitional colours.
  await expect(page.locator('table[aria-busy=true], ul[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
  await loadAxe(page);
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate(
    async ([wanted, areOnlyColours]) => {
      const { axe: judge } = window as Window & typeof globalThis & WithAxe;
      const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')];
      const covering = dialogs.findLast((dialog) => dialog.checkVisibility());
      // axe has no verdict on the colours of what an open dialog covers.
      const parts =
        areOnlyColours && covering
          ? [covering, ...document.querySelectorAll('body > :not(#root)')]
          : document;
      return await judge.run(parts as ElementContext, wanted);
    },
    [options, rules === COLOUR_RULES] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${help}: ${html} ${any[0]?.message ?? ''}`),
  );
}

type WithAxe = { axe: typeof axe };

/** Loads axe once per document, because parsing its half a million characters takes as long as a check. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}
