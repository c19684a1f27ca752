import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent, leadNames } from '../fixtures.ts';
import { hold, toast } from '../leads.ts';
import { AGENT, card, connected, listening, test } from '../outside/telephony.ts';

const ASHA = '+919820011111';
const STRANGER = '+919820099998';
const COLLEAGUE = '+919810000002';

test('a call shows its lead while it rings, and one key notes its outcome in the log that it made itself', async ({
  page,
  api,
  openAs,
  phones,
}) => {
  const { rep, call } = phones;
  await api.addLead(rep, { name: 'Asha Patel', phone: ASHA, company_name: 'Patel Interiors' });
  await listening(page, openAs, rep, '/leads');
  const phone = call();
  await phone.rings(ASHA);
  const ringing = card(page, 'Incoming call: Asha Patel');
  await expect(ringing).toBeVisible();
  await expect(ringing.getByText('Patel Interiors')).toBeVisible();
  await expect(ringing.getByText('None planned')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Incoming call: Asha Patel' })).toHaveCount(1);
  await expectAbsent(ringing.getByRole('radio'));

  await phone.answered();
  const running = card(page, 'On the phone: Asha Patel');
  await expect(running.getByRole('timer')).toHaveText(/^0:\d\d$/);
  await running.getByRole('textbox', { name: 'Note of the call' }).fill('Wants a white kitchen');
  await page.keyboard.press('Enter');
  await expect(running.getByRole('button', { name: 'Saved' })).toBeVisible();
  // A reload brings the card back.
  await page.reload();
  await expect(running).toBeVisible();

  await phone.ended(134);
  const ended = card(page, 'Call ended: Asha Patel');
  await expect(ended.getByText('2 min 14 s')).toBeVisible();
  const note = ended.getByRole('textbox', { name: 'Note of the call' });
  await note.fill('Wants a white kitchen soon');
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await expect(ended.getByRole('radio', { name: 'Callback Required' })).toBeChecked();
  await expect(note).toHaveValue('Wants a white kitchen soon');
  const next = ended.getByRole('group', { name: 'Next step' });
  await expect(next.getByText('Saved. What’s next?')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await next.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByText(/^Follow-up planned for/)).toBeVisible();
  await expect(ended).toBeHidden();

  await leadNames(page).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const entry = timeline.getByRole('listitem').filter({ hasText: 'Inbound call, 2 min 14 s' });
  await expect(entry).toContainText('Callback Required');
  await expect(entry).toContainText('Wants a white kitchen soon');
  await entry.getByRole('button', { name: /^Play recording/ }).click();
  const player = entry.getByLabel(/^Recording of the call/);
  await expect(player).toBeFocused();
  await expect
    .poll(async () => await player.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBe(0.25);
  expect(await barriers(page)).toEqual([]);
});

test('a missed call is Call back in My Day, and calling back takes two presses', async ({
  page,
  api,
  system,
  openAs,
  phones,
}) => {
  const { rep, call } = phones;
  await api.addLead(rep, { name: 'Asha Patel', phone: ASHA });
  await listening(page, openAs, rep, '/');
  const phone = call();
  await phone.rings(ASHA);
  await expect(card(page, 'Incoming call: Asha Patel')).toBeVisible();
  await phone.missed();
  const missed = card(page, 'Missed call: Asha Patel');
  await expect(missed).toBeVisible();
  await expectAbsent(missed.getByRole('radio'));
  await missed.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Call back' });
  await expect(row).toContainText('Asha Patel');

  const before = system.rings.length;
  await row.getByRole('link', { name: 'Call Asha Patel' }).click();
  await expect(page.getByText('Your phone is ringing...')).toBeVisible();
  await expect(card(page, 'Calling: Asha Patel')).toBeVisible();
  expect(system.rings.slice(before)).toEqual([{ agent: AGENT, lead: ASHA }]);
  const back = call();
  await back.ringsOut(ASHA);
  await back.answered();
  await back.ended(20);
  await expect(card(page, 'Call ended: Asha Patel')).toBeVisible();
  await page.keyboard.press('1');
  await expect(row).toBeHidden();
});

test('two leads with one number are a choice, and a number of nobody becomes a new lead', async ({
  page,
  api,
  openAs,
  phones,
}) => {
  const { rep, call } = phones;
  await api.addLead(rep, { name: 'Asha Patel', phone: ASHA });
  const showroom = await api.addLead(rep, { name: 'Patel Showroom', phone: ASHA });
  await listening(page, openAs, rep, '/leads');
  const phone = call();
  await phone.rings(ASHA);
  const ringing = page.getByRole('region', { name: 'Phone calls' });
  await expect(ringing.getByText('Which lead is this?')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  // The list is still being read after the choice when the outcome is noted.
  const release = await hold(page, '**/api/leads?*');
  await ringing.getByRole('button', { name: /^Patel Showroom/ }).click();
  await expect(card(page, 'Incoming call: Patel Showroom')).toBeVisible();
  await phone.answered();
  await ringing.getByText('Not Interested').click();
  release();
  await expect(ringing.getByRole('radio', { name: 'Not Interested' })).toBeChecked();
  // The end of the call closes nothing under somebody who writes.
  const words = ringing.getByRole('textbox', { name: 'Note of the call' });
  await words.fill('Has bought elsewhere');
  await phone.ended(12);
  await expect(card(page, 'Call ended: Patel Showroom')).toBeVisible();
  await expect(words).toBeFocused();
  await ringing.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Call noted: Not Interested')).toBeVisible();
  await expect(ringing).toBeHidden();
  expect(await api.call(rep, 'GET', `/call-logs/lead/${showroom.id}`)).toMatchObject([
    { notes: 'Has bought elsewhere' },
  ]);

  await call().rings('+919820099999');
  await expect(ringing.getByText('No lead has this number.')).toBeVisible();
  await ringing.getByRole('button', { name: 'New lead' }).click();
  const form = page.getByRole('dialog', { name: 'Add a new lead' });
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('+919820099999');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Nila Das');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(card(page, 'Incoming call: Nila Das')).toBeVisible();

  // The end of a call makes a lead of its own. The form stays, and offers that lead.
  const stranger = call();
  await stranger.rings(STRANGER);
  await ringing.getByRole('button', { name: 'New lead' }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Farah Khan');
  await stranger.missed();
  await expect(card(page, `Missed call: ${STRANGER}`)).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Farah Khan');
  await expect(form.getByText(`This phone number is already used by ${STRANGER}.`)).toBeVisible();
});

test('a call takes neither focus nor keys from what is typed, and gives way to it', async ({
  page,
  api,
  openAs,
  phones,
}) => {
  const { rep, call } = phones;
  const lead = await api.addLead(rep, { name: 'Asha Patel', phone: ASHA });
  await listening(page, openAs, rep, `/leads/${lead.id}`);
  const note = page.getByRole('region', { name: 'Add to this lead' }).getByRole('textbox', { name: 'Note' });
  await note.fill('Ordered ');
  const phone = call();
  await phone.rings(ASHA);
  await phone.answered();
  await phone.ended(5);
  const ended = card(page, 'Call ended: Asha Patel');
  await expect(ended).toBeVisible();
  await expect(note).toBeFocused();
  await page.keyboard.type('3 kitchens');
  await expect(note).toHaveValue('Ordered 3 kitchens');
  await expectAbsent(ended.getByRole('radio', { checked: true }));

  // P goes to the call, and Escape makes it small and goes back.
  await note.evaluate((field: HTMLElement) => field.blur());
  await page.keyboard.press('p');
  await expect(page.getByRole('region', { name: 'Phone calls' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(ended).toBeHidden();
  await page.getByRole('button', { name: 'Call ended' }).click();
  await expect(ended).toBeVisible();
  // The keys are in the list of keys.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Outcome of the call: Closed Won')).toBeVisible();
  await expect(keys.getByText('Go to the call')).toBeVisible();
  await page.keyboard.press('Escape');
  // X saves the note.
  await ended.getByRole('textbox', { name: 'Note of the call' }).fill('Ask again in May');
  await ended.getByRole('button', { name: 'Close' }).click();
  await expect(ended).toBeHidden();
  expect(await api.call(rep, 'GET', `/call-logs/lead/${lead.id}`)).toMatchObject([
    { notes: 'Ask again in May' },
  ]);
});

test('a card closes in every tab, and when the call goes to a colleague', async ({
  page,
  context,
  api,
  company,
  server,
  system,
  openAs,
}) => {
  const { rep, call } = await connected({ api, company, server, system }, { creates_leads: false });
  const overseer = await api.superadmin();
  await api.call(overseer, 'PATCH', `/users/${company.manager.id}`, { agentNumber: COLLEAGUE });
  await api.addLead(rep, { name: 'Asha Patel', phone: ASHA });
  await listening(page, openAs, rep, '/leads');
  const other = await context.newPage();
  await other.goto('/reminders');
  await call().rings(ASHA);
  await expect(card(page, 'Incoming call: Asha Patel')).toBeVisible();
  await expect(card(other, 'Incoming call: Asha Patel')).toBeVisible();
  await card(page, 'Incoming call: Asha Patel').getByRole('button', { name: 'Close' }).click();
  await expect(card(other, 'Incoming call: Asha Patel')).toBeHidden();

  const nobodys = call();
  await nobodys.rings('+919820099999');
  await card(page, 'Incoming call: +919820099999').getByRole('button', { name: 'New lead' }).click();
  const name = page
    .getByRole('dialog', { name: 'Add a new lead' })
    .getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Nila Das');
  await nobodys.answeredBy(COLLEAGUE);
  await expect(page.getByText('A colleague took this call.')).toBeVisible();
  await expect(card(page, /\+919820099999$/)).toBeHidden();
  await expect(name).toHaveValue('Nila Das');
});

test('on a phone a call is a sheet at the foot, and small beside a keyboard', async ({
  page,
  api,
  openAs,
  phones,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  const { rep, call } = phones;
  const name = 'श्रीमती अनुराधा वेंकटरामन कृष्णमूर्ति सुब्रमण्यम';
  const lead = await api.addLead(rep, { name, phone: ASHA });
  await listening(page, openAs, rep, `/leads/${lead.id}`);
  const phone = call();
  await phone.rings(ASHA);
  await phone.answered();
  await phone.ended(61);
  const ended = card(page, `Call ended: ${name}`);
  await expect(ended).toBeVisible();
  await expect
    .poll(async () => await ended.evaluate((box: HTMLElement) => box.getBoundingClientRect().bottom))
    .toBe(844);
  expect(await barriers(page)).toEqual([]);
  await ended.getByRole('button', { name: 'Minimise' }).click();
  await expect(ended).toBeHidden();
  await page.getByRole('button', { name: 'Call ended' }).click();
  await ended.getByText('Meeting Scheduled').click();
  await expect(ended.getByText('Saved. What’s next?')).toBeVisible();
  // The offer ends after ten seconds, but not under an unsaved note.
  await ended.getByRole('textbox', { name: 'Note of the call' }).fill('On Friday');
  await page.mouse.move(0, 0);
  await page.clock.fastForward(10_000);
  await page.getByRole('region', { name: 'Add to this lead' }).getByRole('textbox', { name: 'Note' }).focus();
  await expect(ended).toBeHidden();
  await expect(page.getByRole('button', { name: 'Call ended' })).toBeVisible();
});
