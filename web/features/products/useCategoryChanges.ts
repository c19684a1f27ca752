import { productCategories, products } from '#shared/products.ts';
import { useInvalidate, useSend } from '#web/api/query.ts';

/** The changes of categories; each rejects when the server refuses. Products show the new names afterwards. */
export function useCategoryChanges(clientId: string | undefined) {
  const create = useSend(productCategories.create);
  const update = useSend(productCategories.update);
  const remove = useSend(productCategories.remove);
  const refreshProducts = useInvalidate(products.list);
  return {
    add: async (name: string) => {
      await create.mutateAsync({ query: clientId ? { clientId } : {}, body: { name } });
    },
    rename: async (id: string, name: string) => {
      await update.mutateAsync({ params: { id }, body: { name } });
      await refreshProducts();
    },
    remove: async (id: string) => {
      await remove.mutateAsync({ params: { id } });
      await refreshProducts();
    },
  };
}
