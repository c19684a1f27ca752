import { useMutation } from '@tanstack/react-query';
import { productCategories, products } from '#shared/products.ts';
import type { Product } from '#shared/products.ts';
import { useInvalidate } from '#web/api/query.ts';
import { send } from '#web/api/send.ts';
import { messageOf } from '#web/lib/errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showFailure, showSuccess } from '#web/ui/toast.ts';
import { showUndoable } from '#web/ui/undo-toast.tsx';

type Props = { product: Product; onClose: () => void };

/** Asks, deletes a product, and offers an undo. */
export function DeleteProductDialog({ product: { id, name }, onClose }: Props) {
  const refreshProducts = useInvalidate(products.list);
  const refreshCategories = useInvalidate(productCategories.list);
  const refresh = async () => void (await Promise.all([refreshProducts(), refreshCategories()]));

  const undo = async () => {
    try {
      await send(products.restore, { params: { id } });
      showSuccess(`${name} is back`);
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to restore the product');
    }
    await refresh();
  };
  const remove = useMutation({
    mutationFn: () => send(products.remove, { params: { id } }),
    onSuccess: () => {
      void showUndoable('Product deleted', () => void undo());
      return refresh();
    },
    onError: (error) => showFailure(messageOf(error, 'Please try again.'), 'Failed to delete product'),
  });
  return (
    <ConfirmDialog
      title="Delete Product"
      text={`Are you sure you want to delete ${name}?`}
      confirmLabel="Delete"
      isDangerous
      onCancel={onClose}
      onConfirm={() => {
        remove.mutate();
        onClose();
      }}
    />
  );
}
