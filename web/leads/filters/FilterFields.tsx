import { Button, Select, TagsInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { customName } from '#shared/fields/custom-fields.ts';
import {
  rangeEnds,
  rangeText,
  readCustomFilters,
  writeCustomFilters,
} from '#shared/fields/custom-filters.ts';
import type { LeadFilter } from '#shared/fields/filter-kinds.ts';
import { FILTER_KEYS, LEAD_FILTERS } from '#shared/fields/lead-filters.ts';
import type { FilterKey } from '#shared/fields/lead-filters.ts';
import { MAX_TAG_LENGTH } from '#shared/fields/lead-values.ts';
import { MAX_VALUES } from '#shared/protocol/several.ts';
import { AssigneeFilter } from '#web/leads/filters/AssigneeFilter.tsx';
import { RangeFilter, CustomFilter } from '#web/leads/filters/CustomFilter.tsx';
import { ProductsSelect } from '#web/leads/filters/ProductsSelect.tsx';
import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { dayChoices } from '#web/leads/filters/filter-words.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { isLost } from '#web/leads/fields/lost-reason.ts';
import { DEFAULT_STATE, activeFilters, isValue } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useLeadOptions } from '#web/leads/fields/useLeadOptions.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { DayRange } from '#web/ui/fields/DayRange.tsx';
import classes from '#web/leads/filters/Filters.module.css';

const ALL_LEADS = { value: '', label: 'All leads' };
const MORE = FILTER_KEYS.filter((key) => (LEAD_FILTERS[key] as LeadFilter).isMore);
const FIRST = FILTER_KEYS.filter((key) => !MORE.includes(key));

type Props = {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  /**
   * Called when a range ends before it begins, or no longer does. Such a range isn't passed to `onChange`.
   */
  onWrong?: ((range: string, isWrong: boolean) => void) | undefined;
};

/** All filters of the leads: first those that are used most, then the others, open if one of them is set. */
export function FilterFields(props: Props) {
  const { state } = props;
  const fields = useFieldConfiguration(state.client_id || undefined);
  const inUse = useLeadOptions(state.client_id || undefined);
  const set = activeFilters(state).filter((key) => MORE.includes(key)).length;
  const [isOpen, setIsOpen] = useState(set > 0);
  const input = (key: FilterKey) => (
    <FilterField {...props} key={key} filter={key} fields={fields} inUse={inUse} />
  );
  return (
    <>
      {FIRST.map(input)}
      <Button w="fit-content" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Fewer filters' : 'More filters'}
        {!isOpen && set > 0 && ` (${set} set)`}
      </Button>
      {isOpen && MORE.map(input)}
    </>
  );
}

type FieldProps = Props & {
  filter: FilterKey;
  fields: FieldSettings;
  /** The statuses and sources in use, also those that are not configured. */
  inUse: ReturnType<typeof useLeadOptions>;
};

/** The input of one filter; nothing for a filter that the user or the client cannot have. */
function FilterField(props: FieldProps) {
  const { filter: key, state, onChange, onWrong, fields, inUse } = props;
  const { seesAllClients } = useUser();
  const filtersByCreator = useCan('leads.filter_by_creator');
  const clientId = state.client_id || undefined;
  const filter: LeadFilter = LEAD_FILTERS[key];
  if (filter.canHide && filter.field && !fields.isShown(filter.field)) return null;
  const label = filter.label ?? (filter.field && fields.title(filter.field)) ?? '';
  const text = String(state[key]);
  const values = [state[key]].flat();
  const change = (value: string | readonly string[] | null) =>
    onChange({ [key]: value ?? DEFAULT_STATE[key] });
  const one = { label, value: text || null, onChange: change, clearable: true };
  const several = { label, value: values, onChange: change };
  switch (filter.kind) {
    case 'client':
      return seesAllClients && <ClientSelect {...one} placeholder="All clients" />;
    case 'options': {
      const { field } = filter;
      const options = field === 'status' || field === 'source' ? inUse[field] : fields.options(field);
      const choices = options.map((option) => ({ value: option.value, label: option.label }));
      return <SeveralSelect {...several} choices={choices} />;
    }
    case 'choice': {
      const choices = Object.entries(filter.choices).map(([value, choice]) => ({
        value,
        label: choice.label,
      }));
      const data = filter.initial ? choices : [ALL_LEADS, ...choices];
      return <Select label={label} data={data} value={text} onChange={change} allowDeselect={false} />;
    }
    case 'step': {
      // Each client has its own order of statuses.
      if (seesAllClients && !clientId) return null;
      const steps = fields.options('status').filter(({ value }) => !isLost(value, fields));
      return <Select {...one} placeholder="Any status" data={steps} />;
    }
    case 'people':
      return <AssigneeFilter {...several} clientId={clientId} />;
    case 'person':
      return filtersByCreator && <UserSelect {...one} placeholder="Anyone" withFormer clientId={clientId} />;
    case 'days': {
      const choices = dayChoices(filter.offers, values);
      const { range } = filter;
      if (!range) return <SeveralSelect {...several} placeholder="Any day" choices={choices} />;
      const named = { ...several, label: undefined, 'aria-label': label };
      return (
        <Range {...props} filter={range}>
          <SeveralSelect {...named} placeholder="Any day" choices={choices} />
        </Range>
      );
    }
    case 'day':
    case 'amount':
      return filter.to && !filter.isPart ? <Range {...props} /> : null;
    case 'products':
      return <ProductsSelect {...several} clientId={clientId} />;
    case 'tags':
      return (
        <TagsInput
          label={label}
          placeholder={values.length === 0 ? 'Any' : undefined}
          value={values}
          onChange={(tags) => change(tags.map((tag) => tag.slice(0, MAX_TAG_LENGTH)))}
          maxTags={MAX_VALUES}
          clearable
        />
      );
    case 'custom':
      return <CustomFilterFields fields={fields} value={text} onChange={change} onWrong={onWrong} />;
    case 'ids':
    case 'import':
      return null;
  }
}

/** From and To of a field, whose title stands above both and above `children`. */
function Range(props: FieldProps & { children?: ReactNode }) {
  const { filter: from, state, onChange, onWrong, fields, children } = props;
  const filter = LEAD_FILTERS[from] as LeadFilter & { to: FilterKey };
  const { field, to } = filter;
  if (!field) return null;
  const ends = [String(state[from]), String(state[to])] as const;
  if (filter.kind === 'day')
    return (
      <DayRange
        legend={fields.title(field)}
        days={{ from_date: ends[0], to_date: ends[1] }}
        onChange={({ from_date, to_date }) => onChange({ [from]: from_date, [to]: to_date })}
        onWrong={(isWrong) => onWrong?.(from, isWrong)}
      >
        {children}
      </DayRange>
    );
  return (
    <RangeFilter
      name={field}
      field={{ ...fields.field(field), title: fields.title(field) }}
      value={rangeText(...ends)}
      onChange={(text) => {
        const typed = text === '' ? ['', ''] : rangeEnds(text);
        if (typed.every((end) => end === '' || isValue(filter, end)))
          onChange({ [from]: typed[0], [to]: typed[1] });
      }}
      onWrong={onWrong}
    />
  );
}

type CustomFilterFieldsProps = {
  fields: FieldSettings;
  /** In the format that `writeCustomFilters` writes. */
  value: string;
  onChange: (value: string) => void;
  onWrong?: ((field: string, isWrong: boolean) => void) | undefined;
};

/** The filters by custom fields, except those shown in neither list nor form. */
function CustomFilterFields({ fields, value, onChange, onWrong }: CustomFilterFieldsProps) {
  const filters = readCustomFilters(value) ?? {};
  const shown = fields.custom.filter(
    (key) => fields.table.includes(key) || fields.form.includes(key) || filters[customName(key)],
  );
  if (shown.length === 0) return null;
  return (
    <section className={classes.custom} aria-label="Custom fields">
      <h3>Custom fields</h3>
      {shown.map((key) => (
        <CustomFilter
          key={key}
          name={key}
          field={fields.field(key)}
          value={filters[customName(key)] ?? ''}
          onChange={(text) => onChange(writeCustomFilters({ ...filters, [customName(key)]: text }))}
          onWrong={onWrong}
        />
      ))}
    </section>
  );
}
