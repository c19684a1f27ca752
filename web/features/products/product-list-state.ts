import type { InputOf } from '#shared/endpoint.ts';
import { Id } from '#shared/fields.ts';
import { MAX_PAGE } from '#shared/pagination.ts';
import type { products } from '#shared/products.ts';

/** What the Products screen shows. All of it lives in the address, so that Back and a copied link restore it. */
export type ProductListState = { search: string; category: string; page: number };

/** Reads the address; whatever it says wrongly counts as not said. */
export function readProductList(search: URLSearchParams): ProductListState {
  const category = search.get('category') ?? '';
  const page = Number(search.get('page'));
  return {
    search: (search.get('search') ?? '').trim().slice(0, 200),
    category: Id.safeParse(category).success ? category : '',
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}

/** The address of a state; what is at its default is left out. */
export function writeProductList({ search, category, page }: ProductListState): URLSearchParams {
  return new URLSearchParams({
    ...(search && { search }),
    ...(category && { category }),
    ...(page > 1 && { page: String(page) }),
  });
}

/** A change starts again at page 1, unless it is the page that changes. */
export function changeProductList(
  state: ProductListState,
  change: Partial<ProductListState>,
): ProductListState {
  return { ...state, page: 1, ...change };
}

/** The question to the server; an empty search is not sent. */
export function productListQuery({
  search,
  category,
  page,
}: ProductListState): InputOf<typeof products.list>['query'] {
  return { page: String(page), ...(search && { search }), ...(category && { category_id: category }) };
}
