import { products } from '#shared/products.ts';
import type { Product } from '#shared/products.ts';
import { useSend } from '#web/api/query.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

/** Offers a product in lead forms, or stops offering it. */
export function useSetActive(): (product: Product, isActive: boolean) => void {
  const { mutateAsync, isPending } = useSend(products.setActive);
  return ({ id, name }, isActive) => {
    if (isPending) return;
    void sayOutcome(mutateAsync({ params: { id }, body: { is_active: isActive } }), {
      done: () => showSuccess(`${name} is ${isActive ? 'active' : 'inactive'} now`),
      failed: 'Failed to update product',
    });
  };
}
