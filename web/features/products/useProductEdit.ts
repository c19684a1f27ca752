import { useForm } from '@mantine/form';
import { ProductUpdate, products } from '#shared/leads/products.ts';
import type { Product } from '#shared/leads/products.ts';
import { useSend } from '#web/api/query.ts';
import { changedFields, isSame, toWire, valuesOf } from '#web/features/products/product-form-values.ts';
import type { ProductField, ProductValues } from '#web/features/products/product-form-values.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import { showSuccess } from '#web/ui/states/toast.ts';

/**
 * An edit of a product. Sends the changes, and keeps the typed text when somebody else's edit was saved
 * first.
 */
export function useProductEdit(product: Product, onClose: () => void) {
  const update = useSend(products.update);
  const form = useForm<ProductValues>({
    initialValues: valuesOf(product),
    validate: (values) => ({
      ...problemsIn(ProductUpdate.safeParse(toWire(changedFields(valuesOf(product), values), values))),
      // The API ignores an empty name, and the old one would silently stay.
      ...(values.name.trim() === '' && { name: 'Product name is required.' }),
    }),
  });
  const edit = useEditConflict<Product, ProductValues>(product, valuesOf, form, {
    isSame: (field, one, other) => isSame(field, String(one), String(other)),
  });
  const call = useFormCall(form, {
    edit,
    send: async (values) => {
      if (!edit.isDirty) return;
      const changed = Object.keys(edit.changes) as ProductField[];
      const body = { ...toWire(changed, values), version: edit.version };
      await update.mutateAsync({ params: { id: product.id }, body });
    },
    done: () => {
      showSuccess('Product updated');
      onClose();
    },
    failed: 'Failed to update product',
    fallback: '',
  });
  return { form, edit, call };
}
