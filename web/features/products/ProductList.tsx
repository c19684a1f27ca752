import { Button, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import PackageOpen from 'lucide-react/icons/package-open';
import SearchX from 'lucide-react/icons/search-x';
import { PRODUCTS_PAGE_SIZE, products } from '#shared/leads/products.ts';
import { query } from '#web/api/query.ts';
import { COLUMNS, ProductTable } from '#web/features/products/ProductTable.tsx';
import type { ProductRowsProps } from '#web/features/products/ProductTable.tsx';
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
import { useCan } from '#web/session/useCan.ts';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';
import { ProductMenu } from '#web/features/products/ProductMenu.tsx';
import { StatusBadge } from '#web/features/products/StatusBadge.tsx';
import { categoryText, priceText } from '#web/features/products/product-words.ts';
import styles from '#web/ui/lists/Cards.module.css';

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

type NoProductsProps = { state: ProductListState; onChange: ChangeProductList; onOpen: OpenPopup };

/** Nothing matches, or there are no products at all: each with a way out. */
function NoProducts({ state, onChange, onOpen }: NoProductsProps) {
  const mayWrite = useCan('products.write');
  if (state.search || state.category) {
    return (
      <StateMessage
        icon={SearchX}
        title="No products found"
        actions={
          <Button variant="default" onClick={() => onChange({ search: '', category: '' })}>
            Clear search and filters
          </Button>
        }
      >
        Try adjusting your search or filters
      </StateMessage>
    );
  }
  return (
    <StateMessage
      icon={PackageOpen}
      title="No products yet"
      actions={mayWrite && <Button onClick={() => onOpen({ kind: 'add' })}>Add Product</Button>}
    >
      {mayWrite ? 'Add your first product to get started' : 'Managers and admins add products'}
    </StateMessage>
  );
}

/** The products on a phone. A tap opens the details. */
function ProductCards({ rows, clientName, isStale, onOpen }: ProductRowsProps) {
  return (
    <ul className={styles.cards} aria-label="Products" aria-busy={isStale}>
      {rows.map((product) => {
        const facts = [product.sku, categoryText(product), clientName?.(product.clientId)];
        return (
          <li key={product.id} className={styles.item} data-plain>
            <UnstyledButton className={styles.card} onClick={() => onOpen({ kind: 'details', product })}>
              <span className={styles.main}>
                <span className={styles.name}>{product.name}</span>
                <span className={styles.second}>{product.description ?? 'No description'}</span>
              </span>
              <StatusBadge isActive={product.is_active} />
              <span className={styles.facts}>
                <span>{facts.filter(Boolean).join(' · ')}</span>
                <span>{priceText(product)}</span>
              </span>
            </UnstyledButton>
            <ProductMenu product={product} onOpen={onOpen} />
          </li>
        );
      })}
    </ul>
  );
}
