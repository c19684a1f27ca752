import { Button } from '@mantine/core';
import PackageOpen from 'lucide-react/icons/package-open';
import SearchX from 'lucide-react/icons/search-x';
import type { ProductListState } from '#web/features/products/product-list-state.ts';
import type { OpenPopup } from '#web/features/products/product-popup.ts';
import type { ChangeProductList } from '#web/features/products/useProductListState.ts';
import { useCan } from '#web/session/useCan.ts';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

type Props = { state: ProductListState; onChange: ChangeProductList; onOpen: OpenPopup };

/** Nothing matches, or there are no products at all: each with a way out. */
export function NoProducts({ state, onChange, onOpen }: Props) {
  const mayWrite = useCan('products.write');
  if (state.search || state.category) {
    return (
      <StateMessage
        icon={SearchX}
        title="No products found"
        actions={
          <Button variant="default" onClick={() => onChange({ search: '', category: '' })}>
            Clear search and filters
          </Button>
        }
      >
        Try adjusting your search or filters
      </StateMessage>
    );
  }
  return (
    <StateMessage
      icon={PackageOpen}
      title="No products yet"
      actions={mayWrite && <Button onClick={() => onOpen({ kind: 'add' })}>Add Product</Button>}
    >
      {mayWrite ? 'Add your first product to get started' : 'Managers and admins add products'}
    </StateMessage>
  );
}
