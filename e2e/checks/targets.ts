import type { Page } from '@playwright/test';

/** Pixels of each side of a comfortable touch target: WCAG 2.5.5. */
const LEAST = 44;

/**
 * Buttons, fields and standalone links smaller than a finger on a phone. A target may be larger than it
 * looks: what counts is how far around its middle a touch still hits it. The page gets its size and its mouse
 * back.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const cdp = await page.context().newCDPSession(page);
  if (before?.width !== 390) await page.setViewportSize({ width: 390, height: 844 });
  const look = async () => {
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.waitForFunction(() => innerWidth === 390 && matchMedia('(pointer: coarse)').matches);
    // Touch sizes take effect two frames later.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    return await page.evaluate(measure, LEAST);
  };
  let found = await look();
  // The browser restores its mouse when colours have just changed, and measurements are then invalid.
  while (!found) found = await look();
  // A target is small only if a second check agrees, because a busy browser renders the parts of a page one
  // after the other.
  if (found.length > 0) found = (await look()) ?? found;
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await cdp.detach();
  if (before && before.width !== 390) await page.setViewportSize(before);
  return found;
}

/** Runs in the page; undefined if a mouse was present at the start or end. */
function measure(least: number): string[] | undefined {
  const isFinger = () => matchMedia('(pointer: coarse)').matches;
  if (!isFinger()) return undefined;
  const TARGETS =
    'button, a[href], input, textarea, select, summary, [role=button], [role=menuitem], [role=option], [role=tab]';
  /** While a dialog is open the page below it cannot be touched. */
  const ground = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body;
  const isSeen = (part: Element) =>
    part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !part.closest('[inert], [aria-hidden=true]');
  const isInText = (part: Element) => {
    const around = part.parentElement?.textContent.trim() ?? '';
    return getComputedStyle(part).display === 'inline' && around !== part.textContent.trim();
  };
  /** The element including everything around it that forwards touches to it. */
  const wholeOf = (part: Element) => {
    const labels = (part as HTMLInputElement).labels ?? [];
    // A press anywhere in a field with pills goes to its input.
    const around = part.closest('.mantine-MultiSelect-input, .mantine-TagsInput-input, a, button, label');
    return [part, around, ...labels];
  };
  const hits = (whole: (Element | null)[], x: number, y: number) => {
    const top = document.elementFromPoint(x, y);
    return whole.some((one) => one?.contains(top));
  };
  /** How far the target reaches from its middle to both sides, counted until it is enough. */
  const reach = (whole: (Element | null)[], x: number, y: number, stepX: number, stepY: number) => {
    let far = 0;
    for (const side of [-1, 1])
      for (
        let at = side === 1 ? 0 : 1;
        far < least - 2 && at <= least && hits(whole, x + side * at * stepX, y + side * at * stepY);
        at += 1
      )
        far += 1;
    return far;
  };
  const isLarge = (part: Element) => {
    const { width, height } = part.getBoundingClientRect();
    if (width >= least - 0.5 && height >= least - 0.5) return true;
    part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = part.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Something covers the middle, so nobody can touch it.
    const whole = wholeOf(part);
    if (!hits(whole, x, y)) return true;
    const isWide = width >= least - 0.5 || reach(whole, x, y, 1, 0) >= least - 2;
    return isWide && (height >= least - 0.5 || reach(whole, x, y, 0, 1) >= least - 2);
  };
  const small = [...ground.querySelectorAll(TARGETS)]
    .filter((part) => isSeen(part) && part.getBoundingClientRect().width > 1)
    .filter((part) => !(part as HTMLInputElement).disabled && !isInText(part) && !isLarge(part));
  if (!isFinger()) return undefined;
  return small.map((part) => {
    const { width, height } = part.getBoundingClientRect();
    const name =
      part.getAttribute('aria-label') ?? (part.textContent.trim() || part.getAttribute('placeholder'));
    return `${part.tagName.toLowerCase()} "${name?.slice(0, 40)}" ${Math.round(width)} × ${Math.round(height)} ${part.className}`;
  });
}
