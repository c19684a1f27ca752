import type { InputOf } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import type { products } from '#shared/leads/products.ts';
import { readPage } from '#web/lib/address/read-page.ts';

/** The state of the Products screen. All of it is in the address, so that Back and a copied link restore it. */
export type ProductListState = { search: string; category: string; page: number };

/** Reads the address. Invalid parts count as missing. */
export function readProductList(search: URLSearchParams): ProductListState {
  const category = search.get('category') ?? '';
  return {
    search: (search.get('search') ?? '').trim().slice(0, 200),
    category: Id.safeParse(category).success ? category : '',
    page: readPage(search),
  };
}

/** Returns the address of a state. Parts with their default are left out. */
export function writeProductList({ search, category, page }: ProductListState): URLSearchParams {
  return new URLSearchParams({
    ...(search && { search }),
    ...(category && { category }),
    ...(page > 1 && { page: String(page) }),
  });
}

/** Returns the changed state. Any other change starts again at page 1. */
export function changeProductList(
  state: ProductListState,
  change: Partial<ProductListState>,
): ProductListState {
  return { ...state, page: 1, ...change };
}

/** The query for the server. An empty search is not sent. */
export function productListQuery({
  search,
  category,
  page,
}: ProductListState): InputOf<typeof products.list>['query'] {
  return { page: String(page), ...(search && { search }), ...(category && { category_id: category }) };
}
