import { DEFAULT_FIELD_CONFIGURATION, fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { newField } from '#test/safety/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples, Example, Input } from '#test/matrix/example.ts';

const NAME_SETTING = { ...DEFAULT_FIELD_CONFIGURATION.name, title: 'Full name' };
const configuring = (input: () => Input = () => ({})): Example => ({ object: 'client', keeps: true, input });

export const examples: Examples = [
  [fieldConfiguration.get, 'everyone', configuring()],
  [fieldConfiguration.ofClients, 'everyone', { input: ({ world }) => ({ query: { ids: world.alpha.id } }) }],
  [
    fieldConfiguration.update,
    'configure fields',
    configuring(() => body({ config_value: { name: NAME_SETTING } })),
  ],
  [fieldConfiguration.add, 'configure fields', configuring(() => body(newField()))],
  [fieldConfiguration.remove, 'configure fields', configuring()],
  [fieldConfiguration.restore, 'configure fields', configuring()],
];
