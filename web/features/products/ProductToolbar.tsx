import { Button } from '@mantine/core';
import Tags from 'lucide-react/icons/tags';
import { useCallback } from 'react';
import { CategoryFilter } from '#web/features/products/CategoryFilter.tsx';
import type { OpenPopup } from '#web/features/products/product-popup.ts';
import type { ProductListState } from '#web/features/products/product-list-state.ts';
import type { ChangeProductList } from '#web/features/products/useProductListState.ts';
import { useCan } from '#web/session/useCan.ts';
import { SearchBar } from '#web/ui/lists/SearchBar.tsx';
import classes from '#web/ui/lists/Toolbar.module.css';
import { AddButton } from '#web/ui/AddButton.tsx';

type Props = { state: ProductListState; onChange: ChangeProductList; onOpen: OpenPopup };

/** Search and category filter; for users who may write, also the categories and a new product. */
export function ProductToolbar({ state, onChange, onOpen }: Props) {
  const mayWrite = useCan('products.write');
  const search = useCallback((text: string) => onChange({ search: text }, { replace: true }), [onChange]);
  return (
    <SearchBar
      label="Search products"
      placeholder="Search products by name or SKU..."
      search={state.search}
      onSearch={search}
    >
      <CategoryFilter value={state.category} onChange={(category) => onChange({ category })} />
      {mayWrite && (
        <>
          <Button
            variant="default"
            onClick={() => onOpen({ kind: 'categories' })}
            aria-haspopup="dialog"
            aria-label="Categories"
            title="Categories"
          >
            <Tags size={15} aria-hidden="true" />
            <span className={classes.word}>Categories</span>
          </Button>
          <AddButton onClick={() => onOpen({ kind: 'add' })}>Add Product</AddButton>
        </>
      )}
    </SearchBar>
  );
}
