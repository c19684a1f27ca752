import { Select, TagsInput } from '@mantine/core';
import { rangeEnds, rangeText } from '#shared/custom-filters.ts';
import { MAX_TAG_LENGTH } from '#shared/lead-values.ts';
import { MAX_VALUES } from '#shared/several.ts';
import { AssigneeFilter } from '#web/leads/filters/AssigneeFilter.tsx';
import { RangeFilter } from '#web/leads/filters/CustomFilter.tsx';
import { CustomFilterFields } from '#web/leads/filters/CustomFilterFields.tsx';
import { ProductFilter } from '#web/leads/filters/ProductFilter.tsx';
import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { dayChoices } from '#web/leads/filters/filter-words.ts';
import type { DayFilter } from '#web/leads/filters/filter-words.ts';
import { isLost } from '#web/leads/lost-reason.ts';
import { DEFAULT_STATE, isAmount } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useFieldConfiguration } from '#web/leads/useFieldConfiguration.ts';
import { useLeadOptions } from '#web/leads/useLeadOptions.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { DayRange } from '#web/ui/fields/DayRange.tsx';

const ALL_LEADS = { value: '', label: 'All leads' };

/** The filters with one value out of a few. */
const CHOICES = {
  meaning: {
    label: 'Outcome',
    data: [
      ALL_LEADS,
      { value: 'open', label: 'Open' },
      { value: 'won', label: 'Won' },
      { value: 'lost', label: 'Lost' },
    ],
  },
  no_source: {
    label: 'Leads without a source',
    data: [ALL_LEADS, { value: 'true', label: 'Only these' }],
  },
  archived: {
    label: 'Archived',
    data: [
      { value: 'all', label: 'All' },
      { value: 'active', label: 'Active' },
      { value: 'archived', label: 'Archived' },
    ],
  },
  duplicates: {
    label: 'Duplicates',
    data: [
      ALL_LEADS,
      { value: 'only', label: 'Only duplicates' },
      { value: 'none', label: 'Without duplicates' },
    ],
  },
  next_step: {
    label: 'Next Step',
    data: [ALL_LEADS, { value: 'none', label: 'Without a next step' }],
  },
  is_contacted: {
    label: 'Contact',
    data: [ALL_LEADS, { value: 'true', label: 'Contacted' }, { value: 'false', label: 'Never contacted' }],
  },
  first_contact: {
    label: 'First Contact',
    data: [
      ALL_LEADS,
      { value: 'in_time', label: 'In the promised time' },
      { value: 'too_late', label: 'Too late' },
    ],
  },
} as const;
const DAYS: readonly (readonly [DayFilter, 'created_at' | 'next_followup_date' | 'last_contacted_at'])[] = [
  ['next_followup', 'next_followup_date'],
  ['last_contacted', 'last_contacted_at'],
  ['created', 'created_at'],
];

type Props = {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  /**
   * Called when a range ends before it begins, or no longer does. Such a range isn't passed to `onChange`.
   */
  onWrong?: (range: string, isWrong: boolean) => void;
};

const CHOICE_KEYS = [
  'no_source',
  'archived',
  'duplicates',
  'next_step',
  'is_contacted',
  'first_contact',
] as const;

/** All filters of the leads, for the list's drawer and the export. */
export function FilterFields({ state, onChange, onWrong }: Props) {
  const { seesAllClients } = useUser();
  const filtersByCreator = useCan('leads.filter_by_creator');
  const clientId = state.client_id || undefined;
  const options = useLeadOptions(clientId);
  const fields = useFieldConfiguration(clientId);
  const { title } = fields;
  return (
    <>
      {seesAllClients && (
        <ClientSelect
          value={state.client_id || null}
          placeholder="Every client"
          onChange={(id) => onChange({ ...NOTHING_OF_A_CLIENT, client_id: id ?? '' })}
          clearable
        />
      )}
      {(['status', 'source'] as const).map((field) => (
        <SeveralSelect
          key={field}
          label={title(field)}
          choices={options[field].map(({ value, label }) => ({ value, label }))}
          value={state[field]}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      <ChoiceFilter filter="meaning" state={state} onChange={onChange} />
      {/* Each client has its own order of statuses. */}
      {(!seesAllClients || clientId) && (
        <Select
          label="Has reached"
          placeholder="Any status"
          data={fields.options('status').filter(({ value }) => !isLost(value, fields))}
          value={state.reached || null}
          onChange={(value) => onChange({ reached: value ?? '' })}
          clearable
        />
      )}
      <AssigneeFilter
        label={title('assigned_to')}
        clientId={clientId}
        value={state.assigned_to}
        onChange={(assigned_to) => onChange({ assigned_to })}
      />
      {DAYS.map(([filter, field]) => (
        <SeveralSelect
          key={filter}
          label={title(field)}
          placeholder="Any day"
          choices={dayChoices(filter, state[filter])}
          value={state[filter]}
          onChange={(value) => onChange({ [filter]: value })}
        />
      ))}
      <DayRange days={state} onChange={onChange} onWrong={(isWrong) => onWrong?.('days', isWrong)} />
      <MoreFilters state={state} onChange={onChange} onWrong={onWrong} clientId={clientId} fields={fields} />
      {filtersByCreator && (
        <UserSelect
          label={title('created_by')}
          placeholder="Anyone"
          withFormer
          clientId={clientId}
          value={state.created_by || null}
          onChange={(id) => onChange({ created_by: id ?? '' })}
          clearable
        />
      )}
      <ConvertedDays state={state} onChange={onChange} onWrong={onWrong} title={title('converted_at')} />
      {CHOICE_KEYS.map((filter) => (
        <ChoiceFilter key={filter} filter={filter} state={state} onChange={onChange} />
      ))}
      <CustomFilterFields
        fields={fields}
        value={state.custom}
        onChange={(custom) => onChange({ custom })}
        onWrong={onWrong}
      />
    </>
  );
}

type ConvertedProps = Pick<Props, 'state' | 'onChange'> & { onWrong: Props['onWrong']; title: string };

function ConvertedDays({ state, onChange, onWrong, title }: ConvertedProps) {
  return (
    <DayRange
      days={{ from_date: state.converted_from, to_date: state.converted_to }}
      labels={[`${title} from`, `${title} to`]}
      onChange={({ from_date, to_date }) => onChange({ converted_from: from_date, converted_to: to_date })}
      onWrong={(isWrong) => onWrong?.('converted', isWrong)}
    />
  );
}

type ChoiceProps = Pick<Props, 'state' | 'onChange'> & { filter: keyof typeof CHOICES };

function ChoiceFilter({ filter, state, onChange }: ChoiceProps) {
  const { label, data } = CHOICES[filter];
  return (
    <Select
      label={label}
      data={data}
      value={state[filter]}
      onChange={(value) => onChange({ [filter]: value ?? DEFAULT_STATE[filter] })}
      allowDeselect={false}
    />
  );
}

/** The filters by people, products, imports and fields, which belong to one client. */
const NOTHING_OF_A_CLIENT: Partial<ListState> = {
  assigned_to: [],
  created_by: '',
  product_id: [],
  import_id: '',
  reached: '',
  custom: '',
};

type MoreProps = Pick<Props, 'state' | 'onChange'> & {
  onWrong: Props['onWrong'] | undefined;
  clientId: string | undefined;
  fields: ReturnType<typeof useFieldConfiguration>;
};

/** Filters by fields that a client can hide. A hidden field has no filter. */
function MoreFilters({ state, onChange, onWrong, clientId, fields }: MoreProps) {
  const { title, isShown } = fields;
  return (
    <>
      {(['lost_reason', 'interest_level'] as const).filter(isShown).map((field) => (
        <SeveralSelect
          key={field}
          label={title(field)}
          choices={fields.options(field).map(({ value, label }) => ({ value, label }))}
          value={state[field]}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      {isShown('value') && (
        <RangeFilter
          name="value"
          field={{ ...fields.field('value'), title: title('value') }}
          value={rangeText(state.min_value, state.max_value)}
          onChange={(text) => {
            const [min_value, max_value] = rangeEnds(text);
            if ([min_value, max_value].every((end) => end === '' || isAmount(end)))
              onChange(text === '' ? { min_value: '', max_value: '' } : { min_value, max_value });
          }}
          onWrong={onWrong}
        />
      )}
      {isShown('product_id') && (
        <ProductFilter
          label={title('product_id')}
          clientId={clientId}
          value={state.product_id}
          onChange={(product_id) => onChange({ product_id })}
        />
      )}
      {isShown('tags') && (
        <TagsInput
          label={title('tags')}
          placeholder={state.tags.length === 0 ? 'Any' : undefined}
          value={[...state.tags]}
          onChange={(tags) => onChange({ tags: tags.map((tag) => tag.slice(0, MAX_TAG_LENGTH)) })}
          maxTags={MAX_VALUES}
          clearable
        />
      )}
    </>
  );
}
