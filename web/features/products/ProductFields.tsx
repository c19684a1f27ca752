import { Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import { CURRENCIES } from '#shared/leads/products.ts';
import { PRODUCT_FIELDS } from '#web/features/products/product-form-values.ts';
import type { ProductField, ProductValues } from '#web/features/products/product-form-values.ts';
import { useCategories } from '#web/features/products/useCategories.ts';
import { useUser } from '#web/session/useSession.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

type Props = {
  values: ProductValues;
  errors: Readonly<Record<string, unknown>>;
  onChange: (field: ProductField, value: string) => void;
  /** The client whose categories are offered. */
  clientId: string | undefined;
  /** The product's category until the list of categories has loaded. */
  category?: { value: string; label: string } | undefined;
  isNew?: boolean;
};

/** The inputs of a product, as cells of the form's grid. */
export function ProductFields({ values, errors, onChange, clientId, category, isNew = false }: Props) {
  const activeId = useId();
  const input = (field: ProductField) => ({
    label: PRODUCT_FIELDS[field],
    name: field,
    value: values[field],
    error: errors[field] as string | undefined,
  });
  const typed = (field: ProductField) => ({
    ...input(field),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(field, event.currentTarget.value),
  });
  return (
    <>
      <div className={classes.wide}>
        <TextInput {...typed('name')} required={isNew} maxLength={200} data-autofocus />
      </div>
      <TextInput {...typed('sku')} maxLength={100} />
      <CategorySelect
        {...input('category_id')}
        clientId={clientId}
        known={category}
        onChange={(id) => onChange('category_id', id)}
      />
      <NumberField
        {...input('price')}
        onChange={(price) => onChange('price', price)}
        currency={values.currency}
      />
      <Select
        {...input('currency')}
        data={CURRENCIES}
        onChange={(currency) => currency && onChange('currency', currency)}
        allowDeselect={false}
      />
      <div className={classes.wide}>
        <GrowingTextarea {...typed('description')} maxLength={5000} minRows={3} maxRows={8} />
      </div>
      <label className={classes.check} htmlFor={activeId}>
        <CheckBox
          id={activeId}
          name="is_active"
          checked={values.is_active === 'true'}
          onChange={(event) => onChange('is_active', String(event.currentTarget.checked))}
        />
        Active, offered in lead forms
      </label>
    </>
  );
}

type CategorySelectProps = {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (categoryId: string) => void;
  clientId: string | undefined;
  known: { value: string; label: string } | undefined;
};

function CategorySelect({ clientId, known, value, onChange, ...rest }: CategorySelectProps) {
  const isClientMissing = useUser().seesAllClients && !clientId;
  const { data } = useCategories(clientId, !isClientMissing);
  const found = (isClientMissing ? [] : (data?.data ?? [])).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const isMissing = known && known.value === value && !found.some((choice) => choice.value === value);
  return (
    <Select
      data={isMissing ? [known, ...found] : found}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      disabled={isClientMissing}
      placeholder={isClientMissing ? 'Select a client first' : 'No category'}
      searchable
      nothingFoundMessage="No categories found"
      clearable
      {...rest}
    />
  );
}
