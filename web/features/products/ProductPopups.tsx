import { AddProductDialog } from '#web/features/products/AddProductDialog.tsx';
import { CategoriesDialog } from '#web/features/products/CategoriesDialog.tsx';
import { DeleteProductDialog } from '#web/features/products/DeleteProductDialog.tsx';
import { EditProductDialog } from '#web/features/products/EditProductDialog.tsx';
import { ProductDetailsDialog } from '#web/features/products/ProductDetailsDialog.tsx';
import type { ProductPopup } from '#web/features/products/product-popup.ts';

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
