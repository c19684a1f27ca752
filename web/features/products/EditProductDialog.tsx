import type { Product } from '#shared/products.ts';
import { ProductFields } from '#web/features/products/ProductFields.tsx';
import { ProductFormActions } from '#web/features/products/ProductFormActions.tsx';
import { PRODUCT_FIELDS } from '#web/features/products/product-form-values.ts';
import type { ProductField } from '#web/features/products/product-form-values.ts';
import { inputWords } from '#web/features/products/product-words.ts';
import { useCategories } from '#web/features/products/useCategories.ts';
import { useProductEdit } from '#web/features/products/useProductEdit.ts';
import { messageOf } from '#web/lib/errors.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const FAILED = 'Failed to update product';

/** Edits a product. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { form, edit, isPending, submit } = useProductEdit(product, {
    onSaved: () => {
      showSuccess('Product updated');
      onClose();
    },
    onFailed: (error) => showFailure(messageOf(error, ''), FAILED),
  });
  const { seen } = edit;
  const category =
    seen.category_id && seen.category_name
      ? { value: seen.category_id, label: seen.category_name }
      : undefined;
  const categories = useCategories(product.clientId).data?.data ?? [];
  const words = (field: string, value: FieldValue) => {
    const text = String(value ?? '');
    if (field !== 'category_id' || !text)
      return inputWords(field as ProductField, text, form.values.currency);
    return categories.find(({ id }) => id === text)?.name ?? category?.label ?? 'Unknown Category';
  };
  const notice = edit.notice(PRODUCT_FIELDS, words);
  return (
    <Dialog title="Edit Product" onClose={onClose} isDirty={() => edit.isDirty} isBusy={isPending}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Edit Product">
        {notice && (
          <ConflictNotice title="Someone else has changed this product in the meantime" {...notice} />
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
