import { MAPPED_FIELDS } from '#shared/leads/lead-import.ts';
import type { ImportPreview, ImportValues, MappedField } from '#shared/leads/lead-import.ts';
import { foldOption } from '#shared/fields/lead-options.ts';
import type { StatusMeaning } from '#shared/fields/lead-options.ts';
import { guessStatus } from '#web/features/lead-import/guess-status.ts';
import { guessOption, guessOwner } from '#web/features/lead-import/guess-values.ts';
import type { Import } from '#web/features/lead-import/useImport.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { idsBeyond } from '#web/pickers/ids-beyond.ts';
import { useColleagues } from '#web/pickers/useColleagues.ts';
import { useCan } from '#web/session/useCan.ts';

type Choice = { value: string; label: string };

/** Choices for a value: keep it as it is, or move it to the notes. */
export const KEEP = ' keep';
const ADD = ' add ';
const MEANINGS: readonly StatusMeaning[] = ['open', 'won', 'lost'];

const KEPT: Record<MappedField, string> = {
  status: 'Keep as it is',
  source: 'Keep as it is',
  interest_level: 'Keep in the notes',
  owner: 'Keep in the notes',
};

export type ValueChoices = {
  /**
   * For each field, the values unknown to the company, with the choice for each and the choices available.
   */
  fields: { field: MappedField; values: Valued[]; choices: Choice[] }[];
  choose: (field: MappedField, value: string, choice: string) => void;
  /** The colleagues among whom the owners are chosen still load, so that choices may change. */
  isPending: boolean;
  /** The choices as the import takes them. */
  mapping: { values: ImportValues; added: Record<string, StatusMeaning> };
};
/** `closes`: the choice is a status that means won or lost. */
type Valued = { value: string; rows: number; choice: string; closes: boolean };

/**
 * The choices for unknown values: the user's, else those of the client's previous import, else a good guess.
 */
export function useValueChoices(preview: ImportPreview, wizard: Import): ValueChoices {
  const { request } = wizard.state;
  const { chosen = {}, clientId } = request;
  const { options } = useFieldConfiguration(clientId);
  const mayAdd = useCan('fields.configure');
  const { colleagues, isPending } = useOwners(preview, chosen.owner, clientId ?? undefined);
  const found: Record<MappedField, ImportPreview['new_statuses']> = {
    status: preview.new_statuses,
    source: preview.new_sources,
    interest_level: preview.new_interest_levels,
    owner: preview.unknown_owners,
  };
  const closing = new Set(
    options('status').flatMap(({ value, meaning }) => (meaning && meaning !== 'open' ? [value] : [])),
  )
    .add(`${ADD}won`)
    .add(`${ADD}lost`);
  const fields = MAPPED_FIELDS.filter((field) => found[field].length > 0).map((field) => {
    const known = field === 'owner' ? colleagues : options(field);
    const remembered = byFolded(preview.remembered[field]);
    const usual = (value: string) => {
      const before = remembered.get(foldOption(value));
      if (known.some((one) => one.value === before)) return before;
      if (field === 'owner') return guessOwner(value, known);
      return field === 'status' ? guessStatus(value, options('status')) : guessOption(value, known);
    };
    return {
      field,
      values: found[field].map(({ value, rows }) => {
        const choice = chosen[field]?.[value] ?? usual(value) ?? KEEP;
        return { value, rows, choice, closes: field === 'status' && closing.has(choice) };
      }),
      choices: [
        { value: KEEP, label: KEPT[field] },
        ...(field === 'status' && mayAdd
          ? MEANINGS.map((meaning) => ({ value: ADD + meaning, label: `Add as a status: ${meaning}` }))
          : []),
        ...known.map(({ value, label }) => ({ value, label })),
      ],
    };
  });
  const choose: ValueChoices['choose'] = (field, value, choice) =>
    wizard.setOptions({ chosen: { ...chosen, [field]: { ...chosen[field], [value]: choice } } });
  return { fields, choose, isPending, mapping: mappingOf(fields) };
}

/** The first page of colleagues, and those beyond it who are chosen or remembered for an owner in the file. */
function useOwners(
  { unknown_owners, remembered }: ImportPreview,
  chosen: Record<string, string> = {},
  clientId: string | undefined,
) {
  const before = byFolded(remembered.owner);
  const wanted = unknown_owners.map(({ value }) => chosen[value] ?? before.get(foldOption(value)) ?? '');
  const first = useColleagues({ clientId });
  const found = first.colleagues.map(({ value }) => ({ id: value }));
  const others = useColleagues({ clientId, ids: first.isPending ? '' : idsBeyond(wanted, found) });
  return {
    colleagues: [...first.colleagues, ...others.colleagues],
    isPending: unknown_owners.length > 0 && (first.isPending || others.isPending),
  };
}

const byFolded = (map: Record<string, string> = {}) =>
  new Map(Object.entries(map).map(([from, to]) => [foldOption(from), to]));

function mappingOf(fields: ValueChoices['fields']): ValueChoices['mapping'] {
  const values: ImportValues = {};
  const added: Record<string, StatusMeaning> = {};
  for (const { field, values: found } of fields) {
    for (const { value, choice } of found) {
      const meaning = MEANINGS.find((one) => choice === ADD + one);
      if (meaning) added[value] = meaning;
      else if (choice !== KEEP) values[field] = { ...values[field], [value]: choice };
    }
  }
  return { values, added };
}
