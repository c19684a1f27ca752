import { fieldEntry, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { FieldConfiguration, FieldSetting } from '#shared/fields/field-configuration.ts';
import { EXPORTED_ID_TITLE, foldTitle } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { foldOption } from '#shared/fields/lead-options.ts';

/** A message about one invalid property of a field. */
export type Problem = { key: FieldKey; property: keyof FieldSetting; message: string };

/** The most characters of a client's settings: every page of each of its users loads them. */
const MOST_CHARACTERS = 256 * 1024;

/** The settings as stored; undefined if they are too long in total. */
export function textToStore(settings: Record<string, unknown>): string | undefined {
  const text = JSON.stringify(settings);
  return text.length > MOST_CHARACTERS ? undefined : text;
}

/** The problems in the settings of the `changed` fields, checked within the whole configuration. */
export function configurationProblems(whole: FieldConfiguration, changed: readonly FieldKey[]): Problem[] {
  const fields = Object.entries(whole) as [FieldKey, FieldSetting][];
  const problems = fields.flatMap(([key, setting]) =>
    changed.includes(key) ? settingProblems(key, setting).map((problem) => ({ key, ...problem })) : [],
  );
  const titles = new Map<string, FieldKey>();
  for (const [key, { title }] of fields) {
    const folded = foldTitle(title);
    const other = titles.get(folded);
    titles.set(folded, key);
    if (other === undefined || !(changed.includes(key) || changed.includes(other))) continue;
    problems.push({ key, property: 'title', message: `Two fields cannot have the title ${title}.` });
  }
  return problems;
}

function settingProblems(key: FieldKey, setting: FieldSetting): Omit<Problem, 'key'>[] {
  const { title, type, required, showForm, options } = setting;
  const { readOnly, max = 200 } = fieldEntry(key, setting);
  const problems: Omit<Problem, 'key'>[] = [];
  const say = (property: Problem['property'], message: string) => problems.push({ property, message });
  // An import would mistake this column for the id column with which it recognises exported leads.
  if (foldTitle(title) === foldTitle(EXPORTED_ID_TITLE))
    say('title', `${title} is the name of the lead’s id in exports. Choose another title.`);
  if (foldTitle(title) === '') say('title', 'A title needs a letter or a digit.');
  if (key === 'name' && !showForm)
    say('showForm', `${title} cannot be hidden from the form: every lead has a name.`);
  else if (required && !showForm) say('showForm', `${title} is required, so the form must show it.`);
  if (key === 'name' && !required) say('required', `${title} is always required.`);
  if (readOnly && showForm) say('showForm', `${title} is set by the server and cannot be in the form.`);
  if (isCustomKey(key) && type === 'select' && !options)
    say('options', `${title} needs one option at least.`);
  const seen = new Set<string>();
  for (const { value } of options ?? []) {
    const folded = foldOption(value);
    if (seen.has(folded)) say('options', `${title} has the option ${value} twice.`);
    seen.add(folded);
    if ([...value].length > max) say('options', `An option of ${title} can have ${max} characters at most.`);
  }
  return problems;
}
