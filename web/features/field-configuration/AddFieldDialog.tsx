import { Input, TextInput } from '@mantine/core';
import { FieldTypeSelect } from '#web/features/field-configuration/FieldTypeSelect.tsx';
import { OptionsEditor } from '#web/features/field-configuration/OptionsEditor.tsx';
import { useNewField } from '#web/features/field-configuration/useNewField.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import classes from '#web/ui/fields/Form.module.css';

type Props = { clientId: string; onClose: () => void };

/** A new custom field: its title, its type and where it is shown. */
export function AddFieldDialog({ clientId, onClose }: Props) {
  const { field, errors, isPending, isDirty, change, submit } = useNewField(clientId, onClose);
  return (
    <FormDialog
      title="Add Field"
      description="It appears in the list, forms, filters, imports and exports of this client."
      onClose={onClose}
      isDirty={isDirty}
      isBusy={isPending}
      save="Add Field"
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.wide}>
        <TextInput
          label="Field Name"
          placeholder="For example, Shirt size"
          required
          maxLength={80}
          autoComplete="off"
          data-autofocus
          value={field.title}
          error={errors['title']}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
      </div>
      <FieldTypeSelect value={field.type} error={errors['type']} onChange={(type) => change({ type })} />
      {field.type !== 'checkbox' && (
        <TextInput
          label="Placeholder"
          placeholder="Shown in the empty input"
          maxLength={200}
          autoComplete="off"
          value={field.placeholder}
          error={errors['placeholder']}
          onChange={(event) => change({ placeholder: event.currentTarget.value })}
        />
      )}
      {field.type === 'select' && (
        <Input.Wrapper className={classes.wide} label="Options" labelElement="div" required>
          <OptionsEditor
            title={field.title.trim() || 'the new field'}
            options={field.options}
            error={errors['options']}
            onChange={(options) => change({ options })}
          />
        </Input.Wrapper>
      )}
      <Flags field={field} onChange={change} />
    </FormDialog>
  );
}

type FlagsProps = Pick<ReturnType<typeof useNewField>, 'field'> & {
  onChange: ReturnType<typeof useNewField>['change'];
};

function Flags({ field, onChange }: FlagsProps) {
  return (
    <div className={`${classes.wide} ${classes.checks}`} role="group" aria-label="Where it is shown">
      <Flag
        label="Show in Leads Table"
        isOn={field.showTable}
        onChange={(showTable) => onChange({ showTable })}
      />
      <Flag
        label="Show in Add Lead Form"
        isOn={field.showForm}
        // A field that the form does not show cannot be required.
        onChange={(showForm) => onChange({ showForm, ...(!showForm && { required: false }) })}
      />
      <Flag
        label="Required"
        isOn={field.required}
        reason={field.showForm ? undefined : 'Only fields shown in the form can be required.'}
        onChange={(required) => onChange({ required })}
      />
    </div>
  );
}

type FlagProps = {
  label: string;
  isOn: boolean;
  /** Why the flag cannot be changed. */
  reason?: string | undefined;
  onChange: (isOn: boolean) => void;
};

function Flag({ label, isOn, reason, onChange }: FlagProps) {
  return (
    <label className={classes.check} title={reason}>
      <CheckBox
        checked={isOn}
        disabled={reason !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
