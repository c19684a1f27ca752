import { expect, test } from './fixtures.ts';

test('the document of the API opens under a policy that lets nothing in from elsewhere', async ({ page }) => {
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { name: /LMS/ }).first()).toBeVisible();
  await expect(page.getByText('Sign in; sets the refresh cookie').first()).toBeVisible();
});
