import { productCategories } from '#shared/products.ts';
import { useSend } from '#web/api/query.ts';

/** Changes categories. Each function rejects when the server does. Products show the new names afterwards. */
export function useCategoryChanges(clientId: string | undefined) {
  const create = useSend(productCategories.create);
  const update = useSend(productCategories.update);
  const remove = useSend(productCategories.remove);
  return {
    add: async (name: string) => {
      await create.mutateAsync({ query: clientId ? { clientId } : {}, body: { name } });
    },
    rename: async (id: string, name: string) => {
      await update.mutateAsync({ params: { id }, body: { name } });
    },
    remove: async (id: string) => {
      await remove.mutateAsync({ params: { id } });
    },
  };
}
