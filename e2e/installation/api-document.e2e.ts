import { expect, test } from '../fixtures.ts';

test('the API reference opens under a policy that blocks external resources', async ({ page }) => {
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { name: /LMS/ }).first()).toBeVisible();
  await expect(page.getByText('Sign in; sets the refresh cookie').first()).toBeVisible();
});
