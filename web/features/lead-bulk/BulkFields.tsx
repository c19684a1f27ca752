import { Select, TagsInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Option } from '#shared/fields/lead-options.ts';
import { MAX_TAGS } from '#shared/fields/lead-values.ts';
import classes from '#web/features/lead-bulk/BulkDialog.module.css';
import { CLEARED, NO_CHANGE, UNASSIGNED } from '#web/features/lead-bulk/bulk-values.ts';
import type { BulkValues, TagsMode } from '#web/features/lead-bulk/bulk-values.ts';
import { ReminderChoice } from '#web/leads/ReminderChoice.tsx';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { asksReason } from '#web/leads/fields/lost-reason.ts';
import { useLeadOptions } from '#web/leads/fields/useLeadOptions.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { MomentInput } from '#web/ui/fields/MomentInput.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

const UNCHANGED = { value: NO_CHANGE, label: 'No change' };
const ARCHIVE = [
  UNCHANGED,
  { value: 'archive', label: 'Archive leads' },
  { value: 'restore', label: 'Make leads active again' },
];
const TAG_MODES: { value: TagsMode; label: string }[] = [
  { value: 'add', label: 'Add these' },
  { value: 'replace', label: 'Replace all with these' },
  { value: 'remove', label: 'Remove these' },
  { value: CLEARED, label: 'Remove all tags' },
];

type Props = {
  values: BulkValues;
  /** Error messages by field. */
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<BulkValues>) => void;
  /** The one client of the leads, whose options are offered. */
  clientId: string | undefined;
  isDisabled: boolean;
};

/** The inputs of all fields of a bulk update. */
export function BulkFields({ values, errors, onChange, clientId, isDisabled }: Props) {
  const fields = useFieldConfiguration(clientId);
  const { title, options } = fields;
  const found = useLeadOptions(clientId);
  const chosen = { values, errors, onChange, title };
  return (
    <fieldset className={classes.fieldset} disabled={isDisabled}>
      <div className={classes.fields}>
        <OptionChoice {...chosen} field="status" choices={found.status} isFirst />
        {asksReason(values.status, fields) && (
          <OptionChoice {...chosen} field="lost_reason" choices={options('lost_reason')} />
        )}
        <OptionChoice {...chosen} field="source" choices={found.source} />
        <div>
          <UserSelect
            label={title('assigned_to')}
            before={[UNCHANGED, { value: UNASSIGNED, label: 'Unassigned' }]}
            clientId={clientId}
            value={values.assigned_to}
            onChange={(id) => onChange({ assigned_to: id ?? NO_CHANGE })}
          />
          {values.assigned_to !== NO_CHANGE && (
            <ReminderChoice
              comeAlong={values.with_reminders}
              onChange={(with_reminders) => onChange({ with_reminders })}
            />
          )}
        </div>
        <OptionChoice
          {...chosen}
          field="interest_level"
          choices={[...options('interest_level'), { value: CLEARED, label: 'None' }]}
        />
        <NumberField
          label={title('lead_score')}
          placeholder="No change"
          description="From 0 to 100"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.lead_score}
          onChange={(lead_score) => onChange({ lead_score })}
          error={errors['lead_score']}
        />
        <Select
          label="Archive leads"
          data={ARCHIVE}
          value={values.archive}
          onChange={(value) => onChange({ archive: (value ?? NO_CHANGE) as BulkValues['archive'] })}
          allowDeselect={false}
        />
        <BulkTags title={title('tags')} values={values} onChange={onChange} />
        <GrowingTextarea
          className={classes.wide}
          label={title('notes')}
          placeholder="No change"
          description="Added below existing notes"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.notes}
          onChange={(event) => onChange({ notes: event.currentTarget.value })}
          maxLength={5000}
          minRows={2}
          maxRows={6}
        />
        <BulkFollowUp
          value={values.next_followup_date}
          error={errors['next_followup_date']}
          onChange={onChange}
        />
      </div>
    </fieldset>
  );
}

type ChoiceProps = Pick<Props, 'values' | 'errors' | 'onChange'> & {
  field: 'status' | 'lost_reason' | 'source' | 'interest_level';
  title: (field: ChoiceProps['field']) => string;
  choices: readonly Option[];
  isFirst?: boolean;
};

/** One of a field's options, or no change. */
function OptionChoice({ field, title, choices, isFirst = false, values, errors, onChange }: ChoiceProps) {
  return (
    <Select
      data-autofocus={isFirst || undefined}
      label={title(field)}
      data={[UNCHANGED, ...choices.map(({ value, label }) => ({ value, label }))]}
      value={values[field]}
      onChange={(value) =>
        onChange({
          [field]: value ?? NO_CHANGE,
          // A reason belongs to its lost status.
          ...(field === 'status' && { lost_reason: NO_CHANGE }),
        })
      }
      error={errors[field]}
      allowDeselect={false}
    />
  );
}

type FollowUpProps = { value: string; error: string | undefined; onChange: Props['onChange'] };

/** Sets a date for every lead, or clears it. */
function BulkFollowUp({ value, error, onChange }: FollowUpProps) {
  const isCleared = value === CLEARED;
  return (
    <>
      <MomentInput
        label="Next Follow-up Date"
        placeholder={isCleared ? 'Will be removed' : 'No change'}
        value={isCleared ? '' : value}
        error={error}
        onChange={(moment) => onChange({ next_followup_date: moment })}
      />
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box inside is the control */}
      <label className={classes.check}>
        <CheckBox
          checked={isCleared}
          onChange={(event) => onChange({ next_followup_date: event.currentTarget.checked ? CLEARED : '' })}
        />
        Remove the follow-up date
      </label>
    </>
  );
}

type TagsProps = Pick<Props, 'values' | 'onChange'> & { title: string };

/** Tags to add, to replace a lead's tags, or to remove. */
function BulkTags({ title, values, onChange }: TagsProps) {
  const isCleared = values.tags_mode === CLEARED;
  return (
    <div className={`${classes.wide} ${classes.tags}`}>
      <TagsInput
        label={title}
        placeholder={tagsPlaceholder(values)}
        disabled={isCleared}
        description="Enter adds a tag"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={isCleared ? [] : values.tags}
        onChange={(tags) => onChange({ tags: cleanTags(tags) })}
        isDuplicate={(tag, tags) => tags.some((one) => fold(one) === fold(tag))}
        maxTags={MAX_TAGS}
        onKeyDown={keepBlankEnter}
      />
      <Select
        aria-label="What happens with the tags"
        mb={20}
        data={TAG_MODES}
        value={values.tags_mode}
        onChange={(mode) => onChange({ tags_mode: mode ?? 'add' })}
        allowDeselect={false}
      />
    </div>
  );
}

function tagsPlaceholder({ tags, tags_mode }: BulkValues): string | undefined {
  if (tags_mode === CLEARED) return 'All will be removed';
  return tags.length > 0 ? undefined : 'No change';
}

/**
 * Enter belongs to the tags: in an empty input it would submit the form halfway through, and change every
 * lead.
 */
function keepBlankEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter' && event.currentTarget.value.trim() === '') event.preventDefault();
}

const fold = (tag: string) => tag.trim().toLocaleLowerCase();

/** The tags that are not blank. */
function cleanTags(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.trim().slice(0, 60)).filter((tag) => tag !== '');
}
