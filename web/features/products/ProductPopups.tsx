import { products } from '#shared/leads/products.ts';
import type { Product } from '#shared/leads/products.ts';
import { AddProductDialog } from '#web/features/products/AddProductDialog.tsx';
import { CategoriesDialog } from '#web/features/products/CategoriesDialog.tsx';
import { ProductDetailsDialog } from '#web/features/products/ProductDetailsDialog.tsx';
import type { ProductPopup } from '#web/features/products/product-popup.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';
import { ProductFields } from '#web/features/products/ProductFields.tsx';
import { PRODUCT_FIELDS } from '#web/features/products/product-form-values.ts';
import type { ProductField } from '#web/features/products/product-form-values.ts';
import { inputWords } from '#web/features/products/product-words.ts';
import { useCategories } from '#web/features/products/useCategories.ts';
import { useProductEdit } from '#web/features/products/useProductEdit.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';

type Props = {
  popup: ProductPopup;
  onClose: () => void;
  onCategoryRemoved: (categoryId: string) => void;
};

/** The open popup. The code of all popups loads with the first. */
export function ProductPopups({ popup, onClose, onCategoryRemoved }: Props) {
  switch (popup.kind) {
    case 'add':
      return <AddProductDialog onClose={onClose} />;
    case 'categories':
      return <CategoriesDialog onClose={onClose} onRemoved={onCategoryRemoved} />;
    case 'details':
      return <ProductDetailsDialog product={popup.product} onClose={onClose} />;
    case 'edit':
      return <EditProductDialog product={popup.product} onClose={onClose} />;
    case 'delete':
      return <DeleteProductDialog product={popup.product} onClose={onClose} />;
  }
}

type DeleteProductDialogProps = { product: Product; onClose: () => void };

/** Asks, deletes a product, and offers an undo. */
function DeleteProductDialog({ product: { id, name }, onClose }: DeleteProductDialogProps) {
  const removal = useSend(products.remove);
  const restoration = useSend(products.restore);

  const undo = () =>
    void sayOutcome(restoration.mutateAsync({ params: { id } }), {
      done: () => showSuccess(`${name} is back`),
      failed: 'Failed to restore the product',
    });
  return (
    <AskDialog
      title="Delete Product"
      text={`Are you sure you want to delete ${name}?`}
      confirmLabel="Delete"
      isDangerous
      call={() => removal.mutateAsync({ params: { id } })}
      done={() => void showUndoable('Product deleted', undo)}
      failed="Failed to delete product"
      onClose={onClose}
    />
  );
}

/** Edits a product. */
function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
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
