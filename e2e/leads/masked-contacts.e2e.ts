import type { Page } from '@playwright/test';
import { expect, expectAbsent, test } from '../fixtures.ts';
import type { Api, Company } from '../api.ts';
import { DAY, plan } from '../hands/planned.ts';
import { answerForWhatsApp } from '../outside/whatsapp.ts';

const PHONE = '+91 98765 43505';

/** A company that masks contact details, a rep, and a lead of theirs that is due. */
async function masked(api: Api, company: Company) {
  const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
  const [id = ''] = await plan(api, { ...company, manager: rep }, [
    { name: 'Asha Rao', in: -DAY, phone: PHONE },
  ]);
  const session = await api.signIn(await api.newPerson(company.id, 'admin', 'Anil'));
  await api.call(session, 'PUT', `/leads/${id}`, { email: 'asha@example.com' });
  await api.call(session, 'PATCH', `/clients/${company.id}/lead-visibility`, { salesrepContacts: 'masked' });
  return { rep, id, session };
}

/** Notes the addresses that the page opens in other programs, which a browser without them drops. */
async function notingCalls(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    // The page's own listeners have run when an event arrives here.
    addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a');
      if (link?.protocol !== 'tel:' || event.defaultPrevented) return;
      opened.push(link.href);
      event.preventDefault();
    });
    const click = HTMLElement.prototype.click;
    HTMLElement.prototype.click = function (this: HTMLElement) {
      if (this instanceof HTMLAnchorElement && !this.isConnected && !this.href.startsWith('http'))
        opened.push(this.href);
      else click.call(this);
    };
  });
  return async () => await page.evaluate(() => (globalThis as { opened?: string[] }).opened ?? []);
}

test('a rep reads masked numbers and dials with one press; an edit leaves what is masked alone; WhatsApp opens with the whole number; Show shows it, which is noted', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  await answerForWhatsApp(page, faults);
  const opened = await notingCalls(page);
  const { rep, id, session } = await masked(api, company);
  await openAs(rep, '/leads');
  await expect(page.getByText('98••• ••505').first()).toBeVisible();
  // In a table the ways show on hover.
  await page.getByRole('row', { name: /Asha Rao/ }).hover();
  await page.getByRole('link', { name: 'Call Asha Rao' }).click();
  await expect.poll(opened).toEqual(['tel:+919876543505']);
  // A list of masked numbers is of no use.
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).click();
  await page.getByRole('button', { name: 'Bulk Actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete Selected/ })).toBeVisible();
  await expectAbsent(page.getByRole('menuitem', { name: 'Copy Numbers' }));
  await page.keyboard.press('Escape');

  await page.goto(`/leads/${id}/call`);
  await page.getByRole('link', { name: '98••• ••505' }).click();
  await expect.poll(opened).toEqual(['tel:+919876543505']);
  await expect(page.getByRole('link', { name: '98765 43505' })).toBeVisible();

  await page.goto(`/leads/${id}/edit`);
  const phone = page.getByLabel('Phone', { exact: true });
  await expect(phone).toHaveValue('+91 98••• ••505');
  await page.getByLabel('Company', { exact: true }).fill('Rao Interiors');
  await page.getByRole('button', { name: 'Update Lead' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${id}$`));

  const email = page.getByText('a•••@example.com', { exact: true });
  await expect(email).toBeVisible();
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Blank message' }).click();
  const chat = await popup;
  await expect(chat).toHaveURL('https://wa.me/919876543505');
  await chat.close();
  await page.getByRole('button', { name: 'Show Phone of Asha Rao' }).click();
  await expect(page.getByText('98765 43505').first()).toBeVisible();
  await expect(page.getByText('Contact details shown').first()).toBeVisible();
  await expect(email).toBeVisible();

  await page.getByRole('link', { name: 'Edit Lead' }).click();
  await page.getByRole('button', { name: 'Show Phone' }).click();
  await expect(phone).toHaveValue(PHONE);
  await phone.fill('+91 98765 43999');
  await page.getByRole('button', { name: 'Update Lead' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${id}$`));
  const lead = await api.call<{ phone: string; email: string }>(session, 'GET', `/leads/${id}`);
  expect([lead.phone, lead.email]).toEqual(['+91 98765 43999', 'asha@example.com']);
});
