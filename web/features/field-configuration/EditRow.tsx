import { TextInput, UnstyledButton } from '@mantine/core';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { memo, useId, useState } from 'react';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import type { FieldKey, LeadFieldType } from '#shared/fields/lead-fields.ts';
import { EditFlags } from '#web/features/field-configuration/EditFlags.tsx';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { OptionsEditor } from '#web/features/field-configuration/OptionsEditor.tsx';
import { optionsIn, optionsText } from '#web/features/field-configuration/field-texts.ts';
import type { ChangeTexts, FieldPart } from '#web/features/field-configuration/field-texts.ts';
import { typeWord } from '#web/features/field-configuration/field-words.ts';

type Props = Record<FieldPart, string> & {
  field: FieldKey;
  type: LeadFieldType;
  error: string | undefined;
  onChange: ChangeTexts;
};

/** An editable field. Texts are as in `field-texts`, so that a row renders again only when it changes. */
export const EditRow = memo(function EditRow(props: Props) {
  const { field, title, showTable, showForm, required, placeholder, options, error, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const choices = optionsIn(options);
  const change = (part: FieldPart, text: string) => onChange({ [`${field}.${part}`]: text });
  const many = choices.length === 1 ? '1 option' : `${choices.length} options`;
  const type = typeWord(props.type);
  // Built-in fields have fixed placeholders, and a checkbox has no room for one.
  const hasPlaceholder = isCustomKey(field) && props.type !== 'checkbox';
  const more = options !== '' ? many : 'Placeholder';
  return (
    <>
      <tr className={classes.edit} data-open={isOpen || undefined}>
        <td className={classes.titleCell}>
          <TextInput
            aria-label={`Field name of ${field}`}
            value={title}
            maxLength={80}
            error={error}
            onChange={(event) => change('title', event.currentTarget.value)}
          />
        </td>
        <th scope="row" className={classes.keyCell}>
          <code>{field}</code>
        </th>
        <td className={classes.typeCell}>
          {options === '' && !hasPlaceholder ? (
            type
          ) : (
            <UnstyledButton
              className={classes.type}
              aria-expanded={isOpen}
              aria-controls={panel}
              aria-label={`${type} ${more} of ${title}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {type}{' '}
              <span>
                {more}
                <ChevronDown size={14} aria-hidden="true" />
              </span>
            </UnstyledButton>
          )}
        </td>
        <EditFlags
          field={field}
          title={title}
          showTable={showTable !== ''}
          showForm={showForm !== ''}
          required={required !== ''}
          onChange={onChange}
        />
      </tr>
      {isOpen && (
        <tr className={classes.panel}>
          <td colSpan={6} id={panel}>
            {hasPlaceholder && (
              <TextInput
                label="Placeholder"
                description="Shown in the empty input."
                value={placeholder}
                maxLength={200}
                onChange={(event) => change('placeholder', event.currentTarget.value)}
              />
            )}
            {options !== '' && (
              <OptionsEditor
                field={field}
                title={title}
                options={choices}
                onChange={(next) => change('options', optionsText(next))}
              />
            )}
          </td>
        </tr>
      )}
    </>
  );
});
