import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';
import { toast } from '../leads.ts';
import { answerForWhatsApp } from '../outside/whatsapp.ts';

test('one tap on a template opens WhatsApp with the text filled in, and the history records it; without templates it opens the chat, also from a row of the list', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  await answerForWhatsApp(page, faults);
  const { id } = await api.addLead(company.manager, {
    name: 'Asha Rao',
    phone: '98765 43210',
    email: 'asha@e2e.example',
  });
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), `/leads/${id}`);
  const way = page.getByRole('link', { name: 'WhatsApp', exact: true });
  await way.focus();
  // The templates have loaded.
  await expect(way).toHaveAttribute('aria-haspopup', 'dialog');
  await way.click();
  const choice = page.getByRole('dialog', { name: 'WhatsApp to Asha Rao' });
  const texts = choice.getByRole('list', { name: 'Templates' }).getByRole('link');
  await expect(texts).toHaveText([
    `First contactHello Asha, this is Rohan Joshi from ${company.name}. Thank you for asking about what we offer. When is a good time to talk?`,
    /^पहला संपर्कनमस्ते Asha जी/,
    /^I tried to call/,
    /^फ़ोन पर बात नहीं हुई/,
    'Blank message',
  ]);
  await expect(texts.first()).toBeFocused();
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const chat = await opening;
  await expect(chat).toHaveURL(/^https:\/\/wa\.me\/919876543210\?text=Hello%20Asha%2C%20this%20is%20Rohan/);
  await chat.close();
  await expect(choice).toBeHidden();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Opened WhatsApp with “First contact”')).toBeVisible();
  await expect(way).toBeFocused();

  await page.getByRole('link', { name: 'Email', exact: true }).click();
  const mail = page.getByRole('dialog', { name: 'Email to Asha Rao' }).getByRole('link').first();
  await expect(mail).toHaveAttribute(
    'href',
    /^mailto:asha@e2e\.example\?subject=Your%20enquiry.*&body=Hello%20Asha%20Rao%2C%0D%0A/,
  );
  await page.keyboard.press('Escape');
  await timeline.getByLabel('Show in the timeline').selectOption('WhatsApp and email');
  await expect(timeline.getByRole('listitem')).toHaveText([
    /^Opened WhatsApp with “First contact”Rohan Joshi/,
  ]);
  await way.click();
  await expect(texts.first()).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const templates = await api.call<{ id: string }[]>(company.manager, 'GET', '/message-templates');
  for (const template of templates)
    await api.call(company.manager, 'DELETE', `/message-templates/${template.id}`);
  await expect(way).not.toHaveAttribute('aria-haspopup', 'dialog', { timeout: 15_000 });
  await page.getByRole('link', { name: 'All Leads' }).first().click();
  const row = page.getByRole('row', { name: /Asha Rao/ });
  await row.hover();
  const blank = page.waitForEvent('popup');
  const noted = page.waitForResponse(`**/api/leads/${id}/messages`);
  await row.getByRole('link', { name: 'WhatsApp Asha Rao' }).click();
  await expect(await blank).toHaveURL('https://wa.me/919876543210');
  await (await blank).close();
  expect((await noted).status()).toBe(201);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Asha Rao', exact: true }).click();
  await expect(timeline.getByText('Opened WhatsApp', { exact: true })).toBeVisible();
});

test('templates are written with a preview on a real lead, moved, deleted and restored', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLead(company.manager, { name: 'Asha Rao' });
  await openAs(company.manager, '/settings/general/templates');
  const shared = page.getByRole('region', { name: 'Company' }).getByRole('listitem');
  await expect(shared).toHaveCount(6);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add Template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Template' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Offer');
  await dialog.getByLabel('Text').fill('Hello {first name}, about {prodct}: ');
  await dialog.getByRole('combobox', { name: 'Insert a placeholder' }).click();
  await page.getByRole('option', { name: 'My company' }).click();
  await expect(dialog.getByLabel('Text')).toHaveValue('Hello {first name}, about {prodct}: {company}');
  await dialog.getByRole('button', { name: 'Save Template' }).click();
  await expect(
    dialog.getByText('There is no field for {prodct}. Choose a field from the list.'),
  ).toBeVisible();
  await expect(dialog.getByLabel('Text')).toBeFocused();
  await dialog.getByLabel('Text').fill('Hello {first name}, about {product}: {company}');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Preview for Asha Rao');
  await expect(preview).toContainText(`Hello Asha, about: ${company.name}`);
  await expect(preview).toContainText('This lead has no product.');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByLabel('Share with everybody in the company').check();
  await dialog.getByRole('button', { name: 'Save Template' }).click();
  await expect(toast(page, 'Template saved')).toBeVisible();
  await expect(shared).toHaveCount(7);

  const act = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('Offer', 'Move Up');
  await expect(shared.nth(5)).toContainText('Offer');
  await act('Offer', 'Delete Template');
  await expect(shared).toHaveCount(6);
  await expect(shared.nth(5).getByRole('button', { name: /^Actions for/ })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(shared).toHaveCount(7);
  await expect(shared.nth(5)).toContainText('Offer');
  await expect(shared.nth(5)).toContainText('Hello {first name}, about {product}: {company}');
});
