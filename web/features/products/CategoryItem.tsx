import { ActionIcon } from '@mantine/core';
import PencilLine from 'lucide-react/icons/pencil-line';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { ProductCategory } from '#shared/leads/products.ts';
import { CategoryNameForm } from '#web/features/products/CategoryNameForm.tsx';
import classes from '#web/features/products/Products.module.css';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = {
  category: ProductCategory;
  onRename: (name: string) => Promise<void>;
  onRemove: () => Promise<void>;
};

/** A category with the number of its products, renamed in place. */
export function CategoryItem({ category: { name, products }, onRename, onRemove }: Props) {
  const [doing, setDoing] = useState<'rename' | 'renamed' | 'remove'>();
  const stop = () => setDoing(undefined);
  const many = products === 1 ? '1 product' : `${products} products`;
  if (doing === 'rename') {
    return (
      <li>
        <CategoryNameForm
          label={`New name of ${name}`}
          action="Rename"
          initial={name}
          onCancel={() => setDoing('renamed')}
          onSave={async (next) => {
            if (next !== name) await onRename(next);
            setDoing('renamed');
          }}
        />
      </li>
    );
  }
  return (
    <li className={classes.category}>
      <span className={classes.grows}>{name}</span>
      <span className={classes.note}>{many}</span>
      <ActionIcon
        size={28}
        aria-label={`Rename ${name}`}
        title="Rename"
        // The button reappears when the input closes, and takes over its focus.
        autoFocus={doing === 'renamed'}
        onClick={() => setDoing('rename')}
      >
        <PencilLine size={15} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon size={28} aria-label={`Delete ${name}`} title="Delete" onClick={() => setDoing('remove')}>
        <Trash2 size={15} aria-hidden="true" />
      </ActionIcon>
      {doing === 'remove' && (
        <AskDialog
          title="Delete Category"
          text={`Are you sure you want to delete ${name}?${products > 0 ? ` Its ${many} will have no category.` : ''}`}
          confirmLabel="Delete"
          isDangerous
          call={onRemove}
          done={() => showSuccess('Category deleted')}
          failed="Failed to delete category"
          onClose={stop}
        />
      )}
    </li>
  );
}
