import type { Page } from '@playwright/test';
import type { Faults } from '../checks/faults.ts';

/** Replaces WhatsApp, which is another company's page. */
export async function answerForWhatsApp(page: Page, faults: Faults): Promise<void> {
  faults.expect(/^other host: https:\/\/wa\.me\//);
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }));
}
