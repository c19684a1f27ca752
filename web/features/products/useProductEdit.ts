import { useForm } from '@mantine/form';
import { ProductUpdate, products } from '#shared/products.ts';
import type { Product } from '#shared/products.ts';
import { useSend } from '#web/api/query.ts';
import { changedFields, isSame, toWire, valuesOf } from '#web/features/products/product-form-values.ts';
import type { ProductField, ProductValues } from '#web/features/products/product-form-values.ts';
import { fieldMessages } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';

type Outcome = { onSaved: () => void; onFailed: (error: Error) => void };

/**
 * An edit of a product. Sends the changes, and keeps the typed text when somebody else's edit was saved
 * first.
 */
export function useProductEdit(product: Product, { onSaved, onFailed }: Outcome) {
  const update = useSend(products.update);
  const form = useForm<ProductValues>({
    initialValues: valuesOf(product),
    validate: (values) => ({
      ...problemsIn(ProductUpdate.safeParse(toWire(changedFields(valuesOf(product), values), values))),
      // The API ignores an empty name, and the old one would silently stay.
      ...(values.name.trim() === '' && { name: 'Product name is required.' }),
    }),
  });
  const edit = useEditConflict<Product, ProductValues>(product, valuesOf, form, (field, one, other) =>
    isSame(field, String(one), String(other)),
  );
  const submit = form.onSubmit((values) => {
    if (update.isPending) return;
    if (!edit.isDirty) {
      onSaved();
      return;
    }
    const changed = Object.keys(edit.changes) as ProductField[];
    const body = { ...toWire(changed, values), version: edit.version };
    update.mutate(
      { params: { id: product.id }, body },
      {
        onSuccess: onSaved,
        onError: (error) => {
          const met = edit.meets(error);
          if (met === 'saved') onSaved();
          if (met) return;
          form.setErrors(fieldMessages(error));
          focusFirstError();
          onFailed(error);
        },
      },
    );
  }, focusFirstError);
  return { form, edit, isPending: update.isPending, submit };
}
