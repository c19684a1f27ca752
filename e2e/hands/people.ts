import type { Page } from '@playwright/test';

/** Fills in the form of a new user, a sales rep. */
export async function fillPerson(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'First Name' }).fill('Zoya');
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Khan');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('maroon-kettle-92');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Sales Rep' }).click();
}
