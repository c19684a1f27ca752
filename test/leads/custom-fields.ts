import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { NewField } from '#shared/fields/field-configuration.ts';
import type { TestApp } from '#test/app.ts';
import type { TestClient } from '#test/world.ts';

/** One custom field of every type, by title. */
const EVERY_TYPE = {
  'Shirt Size': 'select',
  Seats: 'number',
  Fee: 'money',
  Visit: 'datetime',
  Languages: 'tags',
  VIP: 'checkbox',
  Nickname: 'text',
  'About them': 'textarea',
  'Office mail': 'email',
  'Office phone': 'phone',
} as const satisfies Record<string, NewField['type']>;

const SIZES = [
  { value: 'l', label: 'Large' },
  { value: 'm', label: 'Medium' },
];

/** Adds a custom field to a client; returns its key. */
export async function addField(
  app: TestApp,
  { id, admin }: TestClient,
  field: Partial<NewField> & Pick<NewField, 'title' | 'type'>,
): Promise<string> {
  const standard = { showTable: true, showForm: true, required: false };
  const body = { ...standard, ...(field.type === 'select' && { options: SIZES }), ...field };
  const reply = await app.call(fieldConfiguration.add, { params: { tenantId: id }, body }, admin.token);
  if (reply.status !== 201) throw new Error(`Adding a field answered ${reply.status}: ${reply.text}`);
  return reply.body.data.key;
}

/** Gives a client a custom field of every type. */
export async function addEveryType(app: TestApp, client: TestClient): Promise<void> {
  for (const [title, type] of Object.entries(EVERY_TYPE)) await addField(app, client, { title, type });
}
