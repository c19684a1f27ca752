import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** A CSV file to choose. */
export const csv = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** Opens the import popup and chooses the file. */
export async function openWith(page: Page, file?: ReturnType<typeof csv>): Promise<Locator> {
  const tools = page.getByRole('button', { name: 'More tools' });
  const button = page.getByRole('button', { name: 'Import', exact: true });
  await expect(tools.or(button).first()).toBeVisible();
  // On phones Import stands in a menu.
  if (await tools.isVisible()) await tools.click();
  await button.or(page.getByRole('menuitem', { name: 'Import', exact: true })).click();
  const dialog = page.getByRole('dialog', { name: 'Import Leads' });
  await expect(dialog.getByText('CSV, XLSX or XLS. Maximum file size 10MB.')).toBeVisible();
  if (file) await dialog.getByLabel('Choose a file', { exact: true }).setInputFiles(file);
  return dialog;
}

/** The four counts of a check or a result. */
export const counts = (dialog: Locator) => dialog.getByRole('definition');
