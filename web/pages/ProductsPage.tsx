import { useState } from 'react';
import { ProductList } from '#web/features/products/ProductList.tsx';
import { ProductToolbar } from '#web/features/products/ProductToolbar.tsx';
import type { ProductPopup } from '#web/features/products/product-popup.ts';
import { useProductListState } from '#web/features/products/useProductListState.ts';
import classes from '#web/pages/ListPage.module.css';
import { loadable } from '#web/lib/loadable.tsx';

const ProductPopups = loadable(
  async () => (await import('#web/features/products/ProductPopups.tsx')).ProductPopups,
);

export function ProductsPage() {
  const [state, change] = useProductListState();
  const [popup, setPopup] = useState<ProductPopup>();
  return (
    <div className={classes.page}>
      <ProductToolbar state={state} onChange={change} onOpen={setPopup} />
      <ProductList state={state} onChange={change} onOpen={setPopup} />
      {popup && (
        <ProductPopups
          popup={popup}
          onClose={() => setPopup(undefined)}
          onCategoryRemoved={(id) => id === state.category && change({ category: '' })}
        />
      )}
    </div>
  );
}
