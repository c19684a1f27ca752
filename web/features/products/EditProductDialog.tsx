import type { Product } from '#shared/products.ts';
import { ProductFields } from '#web/features/products/ProductFields.tsx';
import { ProductFormActions } from '#web/features/products/ProductFormActions.tsx';
import { PRODUCT_FIELDS } from '#web/features/products/product-form-values.ts';
import type { ProductField } from '#web/features/products/product-form-values.ts';
import { inputWords } from '#web/features/products/product-words.ts';
import { useCategories } from '#web/features/products/useCategories.ts';
import { useProductEdit } from '#web/features/products/useProductEdit.ts';
import { mineOf } from '#web/lib/edit-conflict.ts';
import { messageOf } from '#web/lib/errors.ts';
import { ConflictNotice } from '#web/ui/ConflictNotice.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from '#web/ui/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const FAILED = 'Failed to update product';

/** A product to change. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { form, seen, conflict, isPending, submit, isDirty, choose, sideOf } = useProductEdit(product, {
    onSaved: () => {
      showSuccess('Product updated');
      onClose();
    },
    onFailed: (error) => showFailure(messageOf(error, ''), FAILED),
  });
  const category =
    seen.category_id && seen.category_name
      ? { value: seen.category_id, label: seen.category_name }
      : undefined;
  const categories = useCategories(product.clientId).data?.data ?? [];
  const words = (field: ProductField, text = '') => {
    if (field !== 'category_id' || !text) return inputWords(field, text, form.values.currency);
    return categories.find(({ id }) => id === text)?.name ?? category?.label ?? 'Unknown Category';
  };
  return (
    <Dialog title="Edit Product" onClose={onClose} isDirty={isDirty} isBusy={isPending}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Edit Product">
        {conflict && (
          <ConflictNotice
            title="Somebody else has changed this product meanwhile"
            version={seen.version}
            questions={(Object.keys(conflict.mine) as ProductField[]).map((field) => ({
              field,
              title: PRODUCT_FIELDS[field],
              mine: words(field, mineOf(conflict, field, form.values[field])),
              theirs: words(field, conflict.theirs[field]),
              side: sideOf(field),
            }))}
            others={conflict.others.map((field) => ({
              field,
              title: PRODUCT_FIELDS[field],
              now: words(field, conflict.theirs[field]),
            }))}
            onChoose={(field, side) => choose(field as ProductField, side)}
          />
        )}
        <ProductFields
          values={form.values}
          errors={form.errors}
          onChange={(field, value) => form.setFieldValue(field, value)}
          clientId={product.clientId}
          category={category}
        />
        <ProductFormActions label="Update Product" isPending={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
