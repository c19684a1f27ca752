import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PRODUCTS_PAGE_SIZE, products } from '#shared/products.ts';
import { query } from '#web/api/query.ts';
import { NoProducts } from '#web/features/products/NoProducts.tsx';
import { ProductCards } from '#web/features/products/ProductCards.tsx';
import { COLUMNS, ProductTable } from '#web/features/products/ProductTable.tsx';
import { productListQuery } from '#web/features/products/product-list-state.ts';
import type { ProductListState } from '#web/features/products/product-list-state.ts';
import type { OpenPopup } from '#web/features/products/product-popup.ts';
import type { ChangeProductList } from '#web/features/products/useProductListState.ts';
import { useExistingPage } from '#web/lib/hooks/useExistingPage.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/ui/lists/List.module.css';
import { ListStates } from '#web/ui/lists/ListStates.tsx';
import { ShortFooter } from '#web/ui/lists/PaginationFooter.tsx';
import { useIsPhone } from '#web/ui/useIsPhone.ts';

const WORDS = {
  loading: 'Loading products...',
  failure: 'Failed to fetch products',
  failureTitle: 'Error loading products',
  again: 'Try Again',
};

type Props = { state: ProductListState; onChange: ChangeProductList; onOpen: OpenPopup };

/** The catalogue and its states: loading, failed, nothing found, nothing yet. */
export function ProductList({ state, onChange, onOpen }: Props) {
  const list = useQuery({
    ...query(products.list, { query: productListQuery(state) }),
    placeholderData: keepPreviousData,
  });
  const Rows = useIsPhone() ? ProductCards : ProductTable;
  const { seesAllClients } = useUser();
  const clientNames = useClientNames(list.data?.data.map(({ clientId }) => clientId) ?? []);
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const isPast = useExistingPage(pagination, (page, options) => onChange({ page }, options));

  const rowsOrNone = ({ data: rows, pagination: pages }: NonNullable<typeof list.data>) => {
    if (isPast) return null;
    if (rows.length === 0) return <NoProducts state={state} onChange={onChange} onOpen={onOpen} />;
    return (
      <>
        <div className={classes.scroll}>
          <Rows
            rows={rows}
            clientName={seesAllClients ? clientNames : undefined}
            isStale={list.isPlaceholderData}
            onOpen={onOpen}
          />
        </div>
        {pages && (
          <ShortFooter
            pagination={pages}
            shown={rows.length}
            what=" total products"
            onPage={(page) => onChange({ page })}
          />
        )}
      </>
    );
  };
  // After a failure the list starts again at its first page.
  const again = state.page > 1 ? () => onChange({ page: 1 }) : undefined;
  return (
    <ListStates
      source={list}
      words={WORDS}
      table={{ titles: COLUMNS, rows: PRODUCTS_PAGE_SIZE }}
      {...(again && { onRetry: again })}
    >
      {rowsOrNone}
    </ListStates>
  );
}
