import { products } from '#shared/products.ts';
import type { Product } from '#shared/products.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showFailure, showSuccess } from '#web/ui/toast.ts';
import { showUndoable } from '#web/ui/undo-toast.tsx';

type Props = { product: Product; onClose: () => void };

/** Asks, deletes, and offers to take it back. */
export function DeleteProductDialog({ product: { id, name }, onClose }: Props) {
  const removal = useSend(products.remove);
  const restoration = useSend(products.restore);

  const undo = async () => {
    try {
      await restoration.mutateAsync({ params: { id } });
      showSuccess(`${name} is back`);
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to restore the product');
    }
  };
  const remove = async () => {
    try {
      await removal.mutateAsync({ params: { id } });
      void showUndoable('Product deleted', () => void undo());
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to delete product');
    }
  };
  return (
    <ConfirmDialog
      title="Delete Product"
      text={`Are you sure you want to delete ${name}?`}
      confirmLabel="Delete"
      isDangerous
      onCancel={onClose}
      onConfirm={() => {
        void remove();
        onClose();
      }}
    />
  );
}
