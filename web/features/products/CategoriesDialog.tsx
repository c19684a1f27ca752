import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/api/errors.ts';
import { CategoryItem } from '#web/features/products/CategoryItem.tsx';
import { CategoryNameForm } from '#web/features/products/CategoryNameForm.tsx';
import classes from '#web/features/products/Products.module.css';
import { useCategories } from '#web/features/products/useCategories.ts';
import { useCategoryChanges } from '#web/features/products/useCategoryChanges.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

type Props = { onClose: () => void; onRemoved: (categoryId: string) => void };

/** The categories of a client: add, rename, delete. */
export function CategoriesDialog({ onClose, onRemoved }: Props) {
  const { seesAllClients } = useUser();
  const [clientId, setClientId] = useState<string | null>(null);
  const isReady = !seesAllClients || clientId !== null;
  const categories = useCategories(clientId ?? undefined, isReady);
  const changes = useCategoryChanges(clientId ?? undefined);
  const rows = categories.data?.data ?? [];
  return (
    <Dialog
      title="Product Categories"
      description="Products are sorted into them, and the list is narrowed by them."
      size="small"
      onClose={onClose}
    >
      {seesAllClients && <ClientSelect value={clientId} onChange={setClientId} required />}
      {isReady && (
        // A category of one client is not typed for another.
        <div key={clientId}>
          <CategoryNameForm label="New category" action="Add" onSave={changes.add} />
          {categories.isPending && (
            <p className={classes.note} role="status">
              Loading categories...
            </p>
          )}
          {categories.isError && !categories.data && (
            <div className={classes.note} role="alert">
              <p>{messageOf(categories.error, 'Failed to load the categories')}</p>
              <Button variant="default" size="xs" onClick={() => void categories.refetch()}>
                Retry
              </Button>
            </div>
          )}
          {categories.isSuccess && rows.length === 0 && <p className={classes.note}>No categories yet</p>}
          <ul aria-label="Categories">
            {rows.map((category) => (
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
        </div>
      )}
    </Dialog>
  );
}
