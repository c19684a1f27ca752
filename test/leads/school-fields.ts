import { DEFAULT_FIELD_CONFIGURATION } from '#shared/fields/field-configuration.ts';
import type { FieldSetting } from '#shared/fields/field-configuration.ts';
import { fieldSettings } from '#web/leads/fields/field-settings.ts';

const own = (title: string, type: FieldSetting['type'], order: number): FieldSetting => ({
  title,
  type,
  showTable: false,
  showForm: true,
  required: false,
  order,
});

/** The fields of a client with custom ones, a school, for tests. */
export const SCHOOL = fieldSettings({
  ...DEFAULT_FIELD_CONFIGURATION,
  'custom.seats': { ...own('Seats', 'number', 102), showTable: true },
  'custom.size': {
    ...own('Shirt size', 'select', 101),
    showTable: true,
    options: [
      { value: 'm', label: 'Medium' },
      { value: 'l', label: 'Large' },
    ],
  },
  'custom.visit': own('Visit', 'datetime', 103),
  'custom.topics': own('Topics', 'tags', 104),
  'custom.agreed': { ...own('Agreed', 'checkbox', 105), required: true },
});
