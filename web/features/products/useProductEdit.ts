import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Product, ProductUpdate, products } from '#shared/products.ts';
import { useSend } from '#web/api/query.ts';
import {
  PRODUCT_FIELD_KEYS,
  changedFields,
  isSame,
  toWire,
  valuesOf,
} from '#web/features/products/product-form-values.ts';
import type { ProductField, ProductValues } from '#web/features/products/product-form-values.ts';
import { isTheirs, mineOf, rebaseFields } from '#web/lib/edit-conflict.ts';
import type { Collision, Side } from '#web/lib/edit-conflict.ts';
import { ApiError, fieldMessages } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { problemsIn } from '#web/lib/problems-in.ts';

type Outcome = { onSaved: () => void; onFailed: (error: Error) => void };

/** An edit of a product: sends the changes, and when another edit was faster keeps the typed text. */
export function useProductEdit(product: Product, { onSaved, onFailed }: Outcome) {
  const [seen, setSeen] = useState(product);
  const [conflict, setConflict] = useState<Collision<ProductField>>();
  const update = useSend(products.update);
  const before = valuesOf(seen);
  const form = useForm({
    initialValues: valuesOf(product),
    validate: (values) => ({
      ...problemsIn(ProductUpdate.safeParse(toWire(changedFields(before, values), values))),
      // The API takes an empty name for none, and the old one would stay without a word.
      ...(values.name.trim() === '' && { name: 'Product name is required.' }),
    }),
  });

  const meet = (current: Product) => {
    const theirs = valuesOf(current);
    const { values, mine, others } = rebaseFields(PRODUCT_FIELD_KEYS, before, form.values, theirs, isSame);
    setSeen(current);
    form.setValues(values as ProductValues);
    setConflict({ theirs, mine, others });
  };
  const submit = form.onSubmit((values) => {
    if (update.isPending) return;
    const changed = changedFields(before, values);
    if (changed.length === 0) {
      onSaved();
      return;
    }
    update.mutate(
      { params: { id: product.id }, body: { ...toWire(changed, values), version: seen.version } },
      {
        onSuccess: onSaved,
        onError: (error) => {
          const current = currentProductIn(error);
          if (current) {
            meet(current);
            return;
          }
          form.setErrors(fieldMessages(error));
          focusFirstError();
          onFailed(error);
        },
      },
    );
  }, focusFirstError);
  return {
    form,
    seen,
    conflict,
    isPending: update.isPending,
    submit,
    isDirty: () => changedFields(before, form.values).length > 0,
    /**
     * Takes a side for a field that both have changed; the other side is kept, so that the user can come back to it.
     */
    choose: (field: ProductField, side: Side) => {
      if (!conflict) return;
      const mine = mineOf(conflict, field, form.values[field]);
      setConflict({ ...conflict, mine: { ...conflict.mine, [field]: mine } });
      form.setFieldValue(field, side === 'mine' ? mine : (conflict.theirs[field] ?? ''));
    },
    sideOf: (field: ProductField): Side =>
      conflict && isTheirs(conflict, field, form.values[field]) ? 'theirs' : 'mine',
  };
}

/** The current product that a refused stale edit carries; undefined for every other failure. */
function currentProductIn(error: unknown): Product | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const read = Product.safeParse((error.body as { data?: unknown } | undefined)?.data);
  return read.success ? read.data : undefined;
}
