import { expect, test } from '../fixtures.ts';

const notice = 'Changes made in the meantime';

test('a visibility change by one admin survives when another, with the page already open, saves the rest', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.expect(/status of 412/);
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  const colleague = await api.signIn(await api.newPerson(company.id, 'admin', 'Tara'));
  const path = `/clients/${company.id}/lead-visibility`;
  await openAs(admin, '/settings/users/teams');
  const form = page.getByRole('form', { name: 'Visibility of leads' });
  await form.getByRole('group', { name: 'Managers see' }).getByText('Own leads').click();
  await api.call(colleague, 'PATCH', path, { salesrep: 'team' });
  await form.getByRole('button', { name: 'Save Changes' }).click();
  const changes = form.getByRole('region', { name: notice });
  await expect(changes).toContainText("Sales Reps see: now The team's leads");
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved. It applies at once.')).toBeVisible();
  await expect(changes).toBeHidden();
  expect(await api.call(colleague, 'GET', path)).toMatchObject({ manager: 'own', salesrep: 'team' });
});

test('a client, a template and a webhook keep a colleague’s changes made while the form was open', async ({
  page,
  company,
  api,
  openAs,
  server,
  faults,
}) => {
  faults.expect(/status of 412/);
  const colleague = await api.superadmin();
  const admin = await api.signIn(await api.newPerson(company.id, 'admin', 'Kabir'));
  const template = await api.call<{ id: string }>(admin, 'POST', '/message-templates', {
    channel: 'whatsapp',
    name: 'Hello',
    body: 'Hello {name}',
    is_shared: true,
  });
  const webhook = await api.call<{ id: string }>(admin, 'POST', '/webhooks', {
    url: 'https://hooks.example.com/one',
    events: ['lead.created'],
  });
  await openAs(server.account('superadmin@lms.example'), `/settings/clients?search=${company.name}`);
  await page.getByRole('button', { name: `Actions for ${company.name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const client = page.getByRole('dialog', { name: 'Edit Client' });
  await client.getByLabel('Amount Paid').fill('500');
  await api.call(colleague, 'PATCH', `/clients/${company.id}`, { amountPaid: 777, country: 'AE' });
  await client.getByRole('button', { name: 'Save Changes' }).click();
  const clash = client.getByRole('group', { name: 'Amount Paid' });
  await expect(client.getByRole('region', { name: notice })).toContainText('Country: now AE');
  await clash.getByRole('radio', { name: 'Theirs' }).check();
  await client.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Client saved')).toBeVisible();
  const { clients } = await api.call<{ clients: object[] }>(colleague, 'GET', `/clients?ids=${company.id}`);
  expect(clients[0]).toMatchObject({ amountPaid: 777, country: 'AE' });

  await page.goto(`/settings/general/templates?client_id=${company.id}`);
  await page.getByRole('button', { name: 'Actions for Hello' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const text = page.getByRole('dialog', { name: 'Edit Template' });
  await text.getByLabel('Name').fill('Welcome');
  await api.call(admin, 'PATCH', `/message-templates/${template.id}`, { body: 'Good day {name}' });
  await text.getByRole('button', { name: 'Save Template' }).click();
  await expect(text.getByRole('region', { name: notice })).toContainText('Good day {name}');
  await text.getByRole('button', { name: 'Save Template' }).click();
  await expect(page.getByText('Template saved')).toBeVisible();
  const templates = await api.call(admin, 'GET', '/message-templates');
  expect(templates).toContainEqual(
    expect.objectContaining({ id: template.id, name: 'Welcome', body: 'Good day {name}' }),
  );

  await page.goto('/settings/api/webhooks');
  await page.getByRole('button', { name: 'Actions for https://hooks.example.com/one' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const hook = page.getByRole('dialog', { name: 'Edit Webhook' });
  await hook.getByLabel('Address').fill('https://hooks.example.com/two');
  // The response to this very edit was lost, so the typed text is saved already.
  await api.call(admin, 'PATCH', `/webhooks/${webhook.id}`, { url: 'https://hooks.example.com/two' });
  await hook.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Webhook saved')).toBeVisible();
});
