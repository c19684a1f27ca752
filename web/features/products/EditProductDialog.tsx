import type { Product } from '#shared/products.ts';
import { ProductFields } from '#web/features/products/ProductFields.tsx';
import { PRODUCT_FIELDS } from '#web/features/products/product-form-values.ts';
import type { ProductField } from '#web/features/products/product-form-values.ts';
import { inputWords } from '#web/features/products/product-words.ts';
import { useCategories } from '#web/features/products/useCategories.ts';
import { useProductEdit } from '#web/features/products/useProductEdit.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';

/** Edits a product. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { form, edit, call } = useProductEdit(product, onClose);
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
    <FormDialog {...call} title="Edit Product" save="Update Product" onClose={onClose} onCancel={onClose}>
      {notice && <ConflictNotice title="Someone else has changed this product in the meantime" {...notice} />}
      <ProductFields
        values={form.values}
        errors={form.errors}
        onChange={(field, value) => form.setFieldValue(field, value)}
        clientId={product.clientId}
        category={category}
      />
    </FormDialog>
  );
}
