import { expect, expectAbsent, test } from '../fixtures.ts';
import { failure, toast } from '../leads.ts';

test('facts are edited in place by click, choice or text and Enter; Escape cancels; Undo reverts', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.expect(/(status of|answer) 500/);
  const { id } = await api.addLead(company.manager, {
    name: 'Asha Rao',
    phone: '98765 00001',
    company_name: 'Rao Interiors',
    value: 50_000,
    gender: 'female',
    notes: 'Old words',
  });
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), `/leads/${id}`);
  const facts = page.getByRole('region', { name: 'Lead Information' });
  const fact = (title: string) => page.getByTitle(`Change ${title}`, { exact: true });
  const editor = (title: string) => page.getByRole('dialog', { name: `${title} of Asha Rao` });

  await fact('Status').click();
  await expect(editor('Status').getByRole('combobox')).toBeFocused();
  await editor('Status').getByRole('option', { name: 'Qualified' }).click();
  await expect(toast(page, 'Status of Asha Rao: Qualified')).toBeVisible();
  await expect(fact('Status')).toHaveText('Qualified');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fact('Status')).toHaveText('New');
  await expect(fact('Status')).toBeFocused();

  await fact('Company').click();
  const typed = editor('Company').getByRole('textbox', { name: 'Company' });
  await expect(typed).toBeFocused();
  await typed.fill('Rao & Daughters');
  await page.keyboard.press('Enter');
  await expect(fact('Company')).toHaveText('Rao & Daughters');
  await expect(fact('Company')).toBeFocused();
  await expect(toast(page, 'Company of Asha Rao: Rao & Daughters')).toBeVisible();
  await fact('Company').click();
  await typed.fill('Nobody');
  await page.keyboard.press('Escape');
  await expect(editor('Company')).toBeHidden();
  await expect(fact('Company')).toHaveText('Rao & Daughters');

  await fact('Email').click();
  await editor('Email').getByRole('textbox').fill('no address');
  await page.keyboard.press('Enter');
  await expect(editor('Email').getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await editor('Email').getByRole('textbox').fill('asha@e2e.example');
  await page.keyboard.press('Enter');
  await expect(fact('Email')).toHaveText('asha@e2e.example');
  await expect(toast(page, 'Email of Asha Rao: asha@e2e.example')).toBeVisible();
  await fact('Phone').click();
  await editor('Phone').getByRole('textbox').fill('98765 00002');
  await page.keyboard.press('Enter');
  await expect(fact('Phone')).toHaveText('98765 00002');
  await expect(toast(page, 'Phone of Asha Rao: 98765 00002')).toBeVisible();

  await page.getByRole('region', { name: 'Remarks' }).getByTitle('Change Notes').click();
  await editor('Notes').getByRole('textbox').fill('New words\nin two lines');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Remarks' }).getByText('New words')).toBeVisible();
  await expect(page.getByText(/^Notes of Asha Rao: New words/)).toBeVisible();

  // A text that was refused, or left by a click elsewhere, is there again until Escape.
  const notes = page.getByRole('region', { name: 'Remarks' }).getByTitle('Change Notes');
  const text = editor('Notes').getByRole('textbox');
  await page.route(`**/api/leads/${id}`, (route) => route.fulfill(failure('The disk is full.')), {
    times: 1,
  });
  await notes.click();
  await text.fill('Words of an hour');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert').getByText('The disk is full.')).toBeVisible();
  await notes.click();
  await expect(text).toHaveValue('Words of an hour');
  await text.fill('Words of two hours');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(editor('Notes')).toBeHidden();
  await notes.click();
  await expect(text).toHaveValue('Words of two hours');
  await page.keyboard.press('Escape');
  await notes.click();
  await expect(text).toHaveValue('New words\nin two lines');
  await page.keyboard.press('Escape');

  await page.getByRole('complementary', { name: 'Summary' }).getByTitle('Change Gender').click();
  await editor('Gender').getByRole('option', { name: 'Other' }).click();
  await expect(toast(page, 'Gender of Asha Rao: Other')).toBeVisible();
  await expectAbsent(facts.getByTitle('Change Created'));
});

test('the work comes first on a lead: next step, composer and timeline above or beside the facts', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, {
    name: 'Asha Rao',
    email: 'asha.rao.of.a.very.long.address@e2e.example',
    phone: '098765 43210',
  });
  await openAs(company.manager, `/leads/${id}`);
  const box = async (name: string) => {
    const part = page.getByRole('region', { name, exact: true });
    await expect(part).toBeVisible();
    return (await part.boundingBox()) ?? { x: Infinity, y: Infinity, width: 0, height: 0 };
  };
  const work = ['Next step', 'Add to this lead', 'Timeline'];
  // The parts move down while those above them are loading.
  await expect(async () => {
    const [step, composer, timeline] = await Promise.all(work.map(box));
    const facts = await box('Lead Information');
    expect([step, composer, timeline].map((part) => part?.x)).toEqual([step?.x, step?.x, step?.x]);
    expect(facts.x).toBeGreaterThan((step?.x ?? 0) + (step?.width ?? 0));
    expect(facts.y).toBeLessThan(composer?.y ?? 0);
    expect(timeline?.y).toBeLessThan(450);
  }).toPass();

  // The label of a wrapped value stands beside its first line.
  const [label, value] = await page
    .getByRole('region', { name: 'Lead Information' })
    .locator('dl > div')
    .first()
    .evaluate((row) => [...row.children].map((part) => {
      const words = document.createRange();
      words.selectNodeContents(part);
      return words.getClientRects()[0]?.top ?? NaN;
    })); // prettier-ignore
  expect(Math.abs((label ?? 0) - (value ?? Infinity))).toBeLessThan(6);
});
