import { UnstyledButton } from '@mantine/core';
import { ProductMenu } from '#web/features/products/ProductMenu.tsx';
import type { ProductRowsProps } from '#web/features/products/ProductTable.tsx';
import { StatusBadge } from '#web/features/products/StatusBadge.tsx';
import { categoryText, priceText } from '#web/features/products/product-words.ts';
import classes from '#web/ui/lists/Cards.module.css';

/** The products on a phone. A tap opens the details. */
export function ProductCards({ rows, clientName, isStale, onOpen }: ProductRowsProps) {
  return (
    <ul className={classes.cards} aria-label="Products" aria-busy={isStale}>
      {rows.map((product) => {
        const facts = [product.sku, categoryText(product), clientName?.(product.clientId)];
        return (
          <li key={product.id} className={classes.item} data-plain>
            <UnstyledButton className={classes.card} onClick={() => onOpen({ kind: 'details', product })}>
              <span className={classes.main}>
                <span className={classes.name}>{product.name}</span>
                <span className={classes.second}>{product.description ?? 'No description'}</span>
              </span>
              <StatusBadge isActive={product.is_active} />
              <span className={classes.facts}>
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
