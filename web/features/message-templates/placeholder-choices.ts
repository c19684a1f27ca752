import { foldTitle } from '#shared/lead-fields.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { meaningsIn } from '#web/leads/messages/lead-words.ts';

const BESIDES = [
  { value: '{first name}', label: 'First name of the lead' },
  { value: '{me}', label: 'My name' },
  { value: '{company}', label: 'My company' },
];

/**
 * The placeholders on offer: the usual ones, then the client's shown fields, each by a name that the text
 * understands.
 */
export function placeholderChoices(fields: FieldSettings): { value: string; label: string }[] {
  const meanings = meaningsIn(fields);
  const shown = fields.all
    .filter((key) => fields.isShown(key))
    .map((key) => {
      const title = fields.title(key).replaceAll(/[{}|]/g, '');
      const isOwn = meanings.get(foldTitle(title)) === key;
      const name = isOwn ? title.toLowerCase() : key.replaceAll('_', ' ');
      return { value: `{${name}}`, label: fields.title(key) };
    });
  return [...BESIDES, ...shown];
}
