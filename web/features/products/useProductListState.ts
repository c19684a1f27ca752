import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import {
  changeProductList,
  readProductList,
  writeProductList,
} from '#web/features/products/product-list-state.ts';
import type { ProductListState } from '#web/features/products/product-list-state.ts';
import { currentSearch } from '#web/lib/address/current-search.ts';

export type ChangeProductList = (change: Partial<ProductListState>, options?: { replace: boolean }) => void;

/** The list's state in the address, and how to change it. */
export function useProductListState(): [ProductListState, ChangeProductList] {
  const [search, setSearch] = useSearchParams();
  const change: ChangeProductList = useCallback(
    (part, options) =>
      setSearch(writeProductList(changeProductList(readProductList(currentSearch()), part)), options),
    [setSearch],
  );
  return [readProductList(search), change];
}
