import { useState } from 'react';
import { productCategories } from '#shared/leads/products.ts';
import { CategoryItem } from '#web/features/products/CategoryItem.tsx';
import { CategoryNameForm } from '#web/features/products/CategoryNameForm.tsx';
import { useCategories } from '#web/features/products/useCategories.ts';
import { messageOf } from '#web/lib/errors.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { useSend } from '#web/api/query.ts';

type Props = { onClose: () => void; onRemoved: (categoryId: string) => void };

/** The categories of a client: add, rename, delete. */
export function CategoriesDialog({ onClose, onRemoved }: Props) {
  const { seesAllClients } = useUser();
  const [clientId, setClientId] = useState<string | null>(null);
  const isReady = !seesAllClients || clientId !== null;
  const categories = useCategories(clientId ?? undefined, isReady);
  const changes = useCategoryChanges(clientId ?? undefined);
  return (
    <Dialog
      title="Product Categories"
      description="Group products by category, and filter the list by it."
      size="small"
      onClose={onClose}
    >
      {seesAllClients && <ClientSelect value={clientId} onChange={setClientId} required />}
      {isReady && (
        // The key keeps a category typed for one client from showing for another.
        <div key={clientId}>
          <CategoryNameForm label="New category" action="Add" onSave={changes.add} />
          <PartStates
            source={categories}
            loading="Loading categories..."
            failure={messageOf(categories.error, 'Failed to load the categories')}
          >
            {({ data }) => (
              <>
                {data.length === 0 && <PartNote>No categories yet</PartNote>}
                <ul aria-label="Categories">
                  {data.map((category) => (
                    <CategoryItem
                      key={category.id}
                      category={category}
                      onRename={(name) => changes.rename(category.id, name)}
                      onRemove={async () => {
                        await changes.remove(category.id);
                        onRemoved(category.id);
                      }}
                    />
                  ))}
                </ul>
              </>
            )}
          </PartStates>
        </div>
      )}
    </Dialog>
  );
}

/** Changes categories. Each function rejects when the server does. Products show the new names afterwards. */
function useCategoryChanges(clientId: string | undefined) {
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
