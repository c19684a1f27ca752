import { UnstyledButton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { formatDate, formatDateTime } from '#shared/values/dates.ts';
import type { Product } from '#shared/leads/products.ts';
import { ProductMenu } from '#web/features/products/ProductMenu.tsx';
import { StatusBadge } from '#web/features/products/StatusBadge.tsx';
import type { OpenPopup } from '#web/features/products/product-popup.ts';
import { categoryText, priceText } from '#web/features/products/product-words.ts';
import classes from '#web/features/products/Products.module.css';
import { useTimeZones } from '#web/leads/useTimeZone.ts';
import cards from '#web/ui/lists/Cards.module.css';
import table from '#web/ui/lists/Table.module.css';

export const COLUMNS = ['Product', 'SKU & Category', 'Price', 'Status', 'Created'] as const;

export type ProductRowsProps = {
  rows: readonly Product[];
  /** Shows the client of each product, for users with access to all clients. */
  clientName: ((clientId: string) => string | undefined) | undefined;
  /** Whether old rows show while new ones load. */
  isStale: boolean;
  onOpen: OpenPopup;
};

/** The products as a table. A click on the name or anywhere in the row opens the details. */
export function ProductTable({ rows, clientName, isStale, onOpen }: ProductRowsProps) {
  const zone = useTimeZones(rows.map(({ clientId }) => clientId));
  return (
    <table className={table.table} data-roomy aria-busy={isStale}>
      <caption className={table.caption}>Products</caption>
      <thead>
        <tr>
          {COLUMNS.map((title) => (
            <th key={title} scope="col" data-number={title === 'Price' || undefined}>
              {title}
            </th>
          ))}
          {clientName && <th scope="col">Client</th>}
          <th scope="col" className={table.menu}>
            <span className={table.caption}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((product) => (
          <ProductRow
            key={product.id}
            product={product}
            client={clientName && (clientName(product.clientId) ?? '-')}
            timeZone={zone(product.clientId)}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { product: Product; client: string | undefined; timeZone: string; onOpen: OpenPopup };

function ProductRow({ product, client, timeZone, onOpen }: RowProps) {
  const open = () => onOpen({ kind: 'details', product });
  const onClick = (event: MouseEvent) => {
    const isControl = (event.target as HTMLElement).closest('button, [role="menu"]');
    // Selecting text to copy doesn't open the product.
    if (!isControl && !getSelection()?.toString()) open();
  };
  return (
    <tr className={table.row} onClick={onClick}>
      <th scope="row">
        <TwoLines
          className={classes.product}
          first={
            <UnstyledButton className={cards.name} title={product.name} onClick={open}>
              {product.name}
            </UnstyledButton>
          }
          second={product.description ?? 'No description'}
        />
      </th>
      <td>
        <TwoLines
          className={classes.sku}
          first={<span className={cards.second}>{product.sku ?? '-'}</span>}
          second={categoryText(product)}
        />
      </td>
      <td data-number>{priceText(product)}</td>
      <td>
        <StatusBadge isActive={product.is_active} />
      </td>
      <td title={formatDateTime(product.created_at, timeZone)}>{formatDate(product.created_at, timeZone)}</td>
      {client && (
        <td>
          <span className={table.client} title={client}>
            {client}
          </span>
        </td>
      )}
      <td className={table.menu}>
        <ProductMenu product={product} onOpen={onOpen} />
      </td>
    </tr>
  );
}

type TwoLinesProps = { first: ReactNode; second: string; className: string | undefined };

/** Two lines of text, truncated when too long, so that the other columns keep their place. */
function TwoLines({ first, second, className }: TwoLinesProps) {
  return (
    <span className={`${cards.main} ${className}`}>
      {first}
      <span className={cards.second} title={second}>
        {second}
      </span>
    </span>
  );
}
