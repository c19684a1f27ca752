import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { PRODUCTS_PAGE_SIZE, products } from '#shared/products.ts';
import { query } from '#web/api/query.ts';
import { NoProducts } from '#web/features/products/NoProducts.tsx';
import { ProductCards } from '#web/features/products/ProductCards.tsx';
import { COLUMNS, ProductTable } from '#web/features/products/ProductTable.tsx';
import { ProductsFooter } from '#web/features/products/ProductsFooter.tsx';
import { productListQuery } from '#web/features/products/product-list-state.ts';
import type { ProductListState } from '#web/features/products/product-list-state.ts';
import type { OpenPopup } from '#web/features/products/product-popup.ts';
import type { ChangeProductList } from '#web/features/products/useProductListState.ts';
import { messageOf } from '#web/lib/errors.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/ui/List.module.css';
import { StateMessage } from '#web/ui/StateMessage.tsx';
import { TableSkeleton } from '#web/ui/TableSkeleton.tsx';

type Props = { state: ProductListState; onChange: ChangeProductList; onOpen: OpenPopup };

/** The catalogue with its states: loading, failed, nothing found, nothing yet. */
export function ProductList({ state, onChange, onOpen }: Props) {
  const list = useQuery({
    ...query(products.list, { query: productListQuery(state) }),
    placeholderData: keepPreviousData,
  });
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { seesAllClients } = useUser();
  const clientNames = useClientNames(list.data?.data.map(({ clientId }) => clientId) ?? []);
  // A user who deletes the only product of the last page is shown the page before it.
  const lastPage = list.isPlaceholderData ? undefined : list.data?.pagination?.totalPages;
  const isPast = lastPage !== undefined && lastPage > 0 && state.page > lastPage;
  useEffect(() => {
    if (isPast) onChange({ page: lastPage }, { replace: true });
  }, [isPast, lastPage, onChange]);

  if (list.isPending) {
    return (
      <div className={classes.scroll} data-loading>
        <p className={classes.announcement} role="status">
          Loading products...
        </p>
        {!isPhone && <TableSkeleton titles={COLUMNS} rows={PRODUCTS_PAGE_SIZE} />}
      </div>
    );
  }
  if (list.isError && !list.data) {
    // After a failure the list begins again at its first page.
    const again = () => (state.page > 1 ? onChange({ page: 1 }) : void list.refetch());
    return (
      <StateMessage
        icon={CircleAlert}
        title="Error loading products"
        isFailure
        actions={<Button onClick={again}>Try Again</Button>}
      >
        {messageOf(list.error, 'Failed to fetch products')}
      </StateMessage>
    );
  }
  const { data: rows, pagination } = list.data;
  if (rows.length === 0 && isPast) return null;
  if (rows.length === 0) return <NoProducts state={state} onChange={onChange} onOpen={onOpen} />;
  const Rows = isPhone ? ProductCards : ProductTable;
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
      {pagination && pagination.totalPages > 1 && (
        <ProductsFooter pagination={pagination} shown={rows.length} onPage={(page) => onChange({ page })} />
      )}
    </>
  );
}
