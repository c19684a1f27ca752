import { products } from '#shared/products.ts';
import type { Product } from '#shared/products.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

/** Offers a product in lead forms, or stops doing so. */
export function useSetActive(): (product: Product, isActive: boolean) => void {
  const { mutateAsync, isPending } = useSend(products.setActive);
  return ({ id, name }, isActive) => {
    if (isPending) return;
    void mutateAsync({ params: { id }, body: { is_active: isActive } }).then(
      () => showSuccess(`${name} is ${isActive ? 'active' : 'inactive'} now`),
      (error: unknown) => showFailure(messageOf(error, 'Please try again.'), 'Failed to update product'),
    );
  };
}
