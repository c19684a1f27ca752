import { expect, expectAbsent } from '../fixtures.ts';
import { toast } from '../leads.ts';
import { AGENT, card, listening, test } from '../outside/telephony.ts';

const ASHA = '+919820011111';

test('a refused call is said in a sentence, and dials instead', async ({
  page,
  api,
  system,
  openAs,
  faults,
  phones,
}) => {
  const { rep } = phones;
  const lead = await api.addLead(rep, { name: 'Asha Patel', phone: ASHA });
  faults.expect(/409/);
  system.refuse('Not enough balance.');
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      opened.push(this.href);
    };
  });
  await openAs(rep, `/leads/${lead.id}`);
  await page.getByRole('link', { name: 'Call', exact: true }).click();
  const said = page.getByRole('alert').filter({ hasText: 'Not enough balance.' });
  await expect(said).toBeVisible();
  await said.getByRole('button', { name: 'Dial instead' }).click();
  await expect
    .poll(async () => await page.evaluate(() => (globalThis as { opened?: string[] }).opened))
    .toEqual([`tel:${ASHA}`]);
  system.refuse(undefined);
});

test('a call from the call queue is logged once, with what the form says', async ({
  page,
  api,
  openAs,
  phones,
}) => {
  const { rep, call } = phones;
  const lead = await api.addLead(rep, { name: 'Asha Patel', phone: ASHA });
  await listening(page, openAs, rep, `/leads/${lead.id}/call`);
  await page.getByRole('link', { name: '98200 11111' }).click();
  await expect(page.getByText('Your phone is ringing...')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Stop / })).toBeVisible();
  const phone = call();
  await phone.ringsOut(ASHA);
  await phone.answered();
  await phone.ended(35);
  const ended = card(page, 'Call ended: Asha Patel');
  await expect(ended).toBeVisible();
  await page.getByRole('textbox', { name: 'Comments' }).fill('Wants a quote');
  await page.getByRole('button', { name: 'Save Call Log' }).click();
  await expect(toast(page, 'Call log created and reminder scheduled successfully')).toBeVisible();
  await expect(ended).toBeHidden();
  await expect(page).toHaveURL(`/leads/${lead.id}`);
  const entries = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await expect(entries.filter({ hasText: 'Outbound call, 35 s' })).toContainText('Wants a quote');
  await expectAbsent(entries.filter({ hasText: 'Outbound call, 1 minute' }));
});

test('whoever reads masked numbers rings without seeing them', async ({
  page,
  api,
  company,
  system,
  openAs,
  phones,
}) => {
  const { rep, call } = phones;
  const lead = await api.addLead(rep, { name: 'Asha Patel', phone: ASHA });
  const admin = await api.newPerson(company.id, 'admin', 'Anil');
  await api.call(admin, 'PATCH', `/clients/${company.id}/lead-visibility`, { salesrepContacts: 'masked' });
  await listening(page, openAs, rep, `/leads/${lead.id}`);
  const phone = call();
  await phone.rings(ASHA);
  await expect(card(page, 'Incoming call: Asha Patel')).toContainText(/98[• ]+111/);
  await phone.missed();
  await card(page, 'Missed call: Asha Patel').getByRole('button', { name: 'Close' }).click();
  const before = system.rings.length;
  await page.getByRole('link', { name: 'Call', exact: true }).click();
  await expect(page.getByText('Your phone is ringing...')).toBeVisible();
  await expect(card(page, 'Calling: Asha Patel')).toContainText(/98[• ]+111/);
  expect(system.rings.slice(before)).toEqual([{ agent: AGENT, lead: ASHA }]);
});
