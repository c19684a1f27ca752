import Eye from 'lucide-react/icons/eye';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Product } from '#shared/leads/products.ts';
import { products } from '#shared/leads/products.ts';
import type { OpenPopup, ProductPopup } from '#web/features/products/product-popup.ts';
import { useCan } from '#web/session/useCan.ts';
import classes from '#web/ui/lists/Table.module.css';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import { useSend } from '#web/api/query.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

/** The actions on a product. A user without write permission can only view it. */
export function ProductMenu({ product, onOpen }: { product: Product; onOpen: OpenPopup }) {
  const mayWrite = useCan('products.write');
  const setActive = useSetActive();
  const open = (kind: Exclude<ProductPopup['kind'], 'add' | 'categories'>) => () => onOpen({ kind, product });
  return (
    <RowMenu
      name={product.name}
      className={classes.menuButton}
      actions={[
        { label: 'View Details', icon: Eye, onClick: open('details') },
        mayWrite && { label: 'Edit Product', icon: PencilLine, onClick: open('edit') },
        mayWrite && {
          label: product.is_active ? 'Deactivate' : 'Activate',
          icon: Power,
          onClick: () => setActive(product, !product.is_active),
        },
        mayWrite && {
          label: 'Delete Product',
          icon: Trash2,
          onClick: open('delete'),
          isDangerous: true,
        },
      ]}
    />
  );
}

/** Offers a product in lead forms, or stops offering it. */
function useSetActive(): (product: Product, isActive: boolean) => void {
  const { mutateAsync, isPending } = useSend(products.setActive);
  return ({ id, name }, isActive) => {
    if (isPending) return;
    void sayOutcome(mutateAsync({ params: { id }, body: { is_active: isActive } }), {
      done: () => showSuccess(`${name} ${isActive ? 'activated' : 'deactivated'}`),
      failed: 'Failed to update product',
    });
  };
}
