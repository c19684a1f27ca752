import { products } from '#shared/products.ts';
import type { Product } from '#shared/products.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

type Props = { product: Product; onClose: () => void };

/** Asks, deletes a product, and offers an undo. */
export function DeleteProductDialog({ product: { id, name }, onClose }: Props) {
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
