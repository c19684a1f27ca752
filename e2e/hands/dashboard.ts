import type { Locator, Page } from '@playwright/test';
import type { Api, Company, LeadRow } from '../api.ts';
import { expect } from '../fixtures.ts';
import { HOUR } from './planned.ts';

/** A card of the dashboard. */
export const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The number on a stat card. */
export const stat = (page: Page, title: string) =>
  part(page, 'Key figures').getByRole('link', { name: `${title}: ` });

/** A moment in the month the given number of months ago, in the middle of its fifth day. */
function monthsAgo(months: number): string {
  const now = new Date(Date.now() + 5.5 * HOUR);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 5, 6)).toISOString();
}

/** Seven leads that count, from three months, and two that do not. */
export async function fill(api: Api, { manager }: Company): Promise<void> {
  const lead = (name: string, rest: Record<string, string>): LeadRow => ({ name, ...rest });
  await api.addLeads(manager, [
    lead('Asha', { status: 'new', source: 'website', created_at: monthsAgo(2) }),
    lead('Bina', { status: 'new', source: 'website', created_at: monthsAgo(2) }),
    lead('Chitra', { status: 'qualified', source: 'referral', created_at: monthsAgo(1) }),
    lead('Divya', { status: 'converted', value: '150000', source: 'referral', created_at: monthsAgo(2) }),
    lead('Esha', { status: 'closed_won', value: '50000', source: 'referral', created_at: monthsAgo(1) }),
    lead('Farah', { status: 'lost', value: '900', source: 'website', created_at: monthsAgo(2) }),
    lead('Gita', { status: 'Site Visit', source: 'Walk-in' }),
  ]);
  const left = { status: 'converted', value: 700_000 };
  await api.addLead(manager, { ...left, name: 'Archived', is_archived: true });
  await api.addLead(manager, { ...left, name: 'Again', is_duplicate: true });
}

/** The total shown at the foot of the lead list. */
export async function expectTotal(page: Page, total: number): Promise<void> {
  const text = total === 0 ? 'No leads found' : `of ${total} results`;
  await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
}

/** Opens the list of a number, sees the same number there, and returns. */
export async function expectList(page: Page, number: Locator, total: number): Promise<void> {
  await number.click();
  await expect(page).toHaveURL(/\/leads\?/);
  await expectTotal(page, total);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard/);
}
