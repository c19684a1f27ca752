import type { Page } from '@playwright/test';

/**
 * Records every text and attribute that appears in the page from now on, even for a moment. The returned
 * function returns what appeared. It observes this document only, so the page may be navigated but not
 * reloaded.
 */
export async function watchAppearances(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const note = (node: Node) => {
      if (node.nodeType === Node.TEXT_NODE) seen.add(node.textContent ?? '');
      if (!(node instanceof Element)) return;
      if (node.matches('script, style')) return;
      seen.add(node.textContent ?? '');
      for (const element of [node, ...node.querySelectorAll('*')]) {
        for (const { value } of element.attributes) seen.add(value);
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
          seen.add(element.value);
      }
    };
    new MutationObserver((records) => {
      for (const { type, target, addedNodes, attributeName } of records) {
        if (type === 'attributes') seen.add((target as Element).getAttribute(attributeName ?? '') ?? '');
        else if (type === 'characterData') note(target);
        else for (const node of addedNodes) note(node);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { appeared: seen });
  });
  return async () =>
    await page.evaluate(() => {
      const { appeared } = window as Window & typeof globalThis & { appeared: Set<string> };
      return [...appeared, document.title, location.href, JSON.stringify(history.state)].join('\n');
    });
}
