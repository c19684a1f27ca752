import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { drop } from './mouse.ts';
import type { csv } from './imports.ts';

/**
 * The most common tasks of a rep with the fewest interactions among four widely used products. A click, a
 * tap, a key, a drag and a filled field count one each.
 */
const FEWEST = {
  'log a call that nobody answered, and go on': 2,
  'log an answered call with outcome and next step': 4,
  'add a lead while on the phone': 4,
  'find a lead by a number from any page': 2,
  'change a status': 1,
  'plan a follow-up without a call': 3,
  'write a note': 2,
  'see the work of today': 1,
  'write by WhatsApp from the list': 3,
  'import an export of another product': 8,
  'hand out 20 leads': 4,
  'see who is behind': 1,
  "set the team's targets": 5,
};

/** Tasks of an admin, who starts from any part of the settings, and of a new company's first hour. */
const MOST = { 'add a status': 4, 'connect IndiaMART': 5, 'make the first call in a new installation': 30 };

/** A user with mouse and keyboard, or with one finger, whose interactions are counted. */
export class Hand {
  private done = 0;
  private readonly page: Page;
  private readonly isFinger: boolean;

  constructor(page: Page, isFinger: boolean) {
    this.page = page;
    this.isFinger = isFinger;
  }

  async press(target: Locator): Promise<void> {
    this.done += 1;
    await (this.isFinger ? target.tap() : target.click());
  }

  async key(key: string): Promise<void> {
    this.done += 1;
    await this.page.keyboard.press(key);
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.done += 1;
    await field.fill(text);
  }

  async chooseFile(input: Locator, file: ReturnType<typeof csv>): Promise<void> {
    this.done += 1;
    await input.setInputFiles(file);
  }

  /** Drags a card and drops it in the middle of `target`, or at its visible edge. */
  async drag(card: Locator, target: Locator, said: Locator): Promise<void> {
    this.done += 1;
    // The card may still move while the board renders, so its final position is awaited.
    await card.click({ trial: true });
    const from = await card.boundingBox();
    const to = await target.boundingBox();
    if (!from || !to) throw new Error('not on the screen');
    const width = this.page.viewportSize()?.width ?? 0;
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    const end = { x: Math.min(to.x + to.width / 2, width - 4), y: to.y + to.height / 2 };
    if (!this.isFinger) {
      await this.page.mouse.move(start.x, start.y);
      await this.page.mouse.down();
      await this.page.mouse.move(start.x + 12, start.y, { steps: 2 });
      await this.page.mouse.move(end.x, end.y, { steps: 5 });
      await expect(said).toBeAttached();
      return await drop(this.page);
    }
    const finger = await this.page.context().newCDPSession(this.page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      await finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [start]);
    await expect(this.page.getByText(/^Lifted /)).toBeAttached();
    await touch('touchMove', [{ x: (start.x + end.x) / 2, y: end.y }]);
    await touch('touchMove', [end]);
    await expect(said).toBeAttached();
    await touch('touchEnd', []);
  }

  /** Performs a task and checks its number of interactions; `play` must end with its last expectation. */
  async task(name: keyof typeof FEWEST | keyof typeof MOST, play: () => Promise<void>): Promise<void> {
    await test.step(name, async () => {
      this.done = 0;
      await play();
      expect(this.done, `interactions to ${name}`).toBeLessThanOrEqual({ ...FEWEST, ...MOST }[name]);
    });
  }
}
