import {
  fieldNames,
  fields,
  keysOf,
  moveDown,
  openFields,
  openPopup,
  popup,
  save,
  title,
} from '../hands/fields.ts';
import { expect } from '../fixtures.ts';

fields(
  'two admins at once: what both changed is a choice, in the popup and in the order, and nothing typed is lost',
  async ({ page, admin, stored, change, signIn, faults }) => {
    faults.expect(/status of 412 .*lead_config/);
    await signIn(admin);
    await openFields(page);
    await openPopup(page);
    await title(page, 'company_name').fill('School');
    await title(page, 'designation').fill('Subject');
    await title(page, 'location').fill('City');
    await change('company_name', { title: 'Employer' });
    await change('designation', { title: 'Rank' });
    await change('age', { title: 'Years' });
    await save(page).click();
    const edits = popup(page).getByRole('region', { name: 'Changes made in the meantime' });
    await expect(
      edits.getByRole('heading', { name: 'Someone else has changed the fields in the meantime' }),
    ).toBeFocused();
    await expect(edits.getByRole('group')).toHaveCount(2);
    const side = (field: string, name: string) =>
      edits.getByRole('group', { name: field }).getByRole('radio', { name });
    await expect(side('Company: name', 'Mine: School')).toBeChecked();
    await side('Designation: name', 'Theirs: Rank').check();
    await expect(title(page, 'designation')).toHaveValue('Rank');
    await expect(edits.getByRole('list', { name: 'Changed by them only' })).toHaveText(
      'Age: name: now Years',
    );
    await expect(title(page, 'location')).toHaveValue('City');
    expect((await stored())['company_name']?.title).toBe('Employer');
    // An order that changed meanwhile is no question.
    await change('tags', { order: 90 });
    await save(page).click();
    await expect(popup(page)).toBeHidden();
    let settings = await stored();
    expect(['company_name', 'designation', 'location', 'age'].map((key) => settings[key]?.title)).toEqual([
      'School', 'Rank', 'City', 'Years',
    ]); // prettier-ignore

    // An order and an edit of names do not touch each other.
    await change('age', { title: 'Age in years' });
    await moveDown(page, 'Name', 2);
    await expect(page.getByText('Order saved')).toBeAttached();
    settings = await stored();
    expect([keysOf(settings)[0], settings['age']?.title]).toEqual(['email', 'Age in years']);
    await change('tags', { order: 0 });
    await moveDown(page, 'Email', 2);
    const orders = page.getByRole('alert', { name: 'Changes made in the meantime' });
    await expect(orders).toContainText('Someone else has reordered the fields in the meantime');
    await expect(fieldNames(page).first()).toContainText('Name');
    expect(keysOf(await stored())[0]).toBe('tags');
    await orders.getByRole('button', { name: 'Take theirs' }).click();
    await expect(orders).toBeHidden();
    await expect(fieldNames(page).first()).toContainText('Tags');
    await change('notes', { order: 0 });
    await moveDown(page, 'Tags', 2);
    await orders.getByRole('button', { name: 'Keep my order' }).click();
    await expect(orders).toBeHidden();
    await expect(page.getByText('Order saved')).toBeAttached();
    expect(keysOf(await stored()).slice(0, 2)).toEqual(['email', 'tags']);
  },
);
