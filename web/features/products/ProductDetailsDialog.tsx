import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime } from '#shared/values/dates.ts';
import type { Product } from '#shared/leads/products.ts';
import { StatusBadge } from '#web/features/products/StatusBadge.tsx';
import { categoryText, priceText } from '#web/features/products/product-words.ts';
import classes from '#web/features/products/Products.module.css';
import { useTimeZones } from '#web/leads/useTimeZone.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import dialog from '#web/ui/dialogs/Dialog.module.css';

/** All details of a product, read-only. */
export function ProductDetailsDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { seesAllClients } = useUser();
  const zone = useTimeZones([product.clientId])(product.clientId);
  const clientName = useClientNames([product.clientId]);
  const moment = (instant: string) => formatDateTime(instant, zone);
  const facts: [string, ReactNode][] = [
    ['Name', product.name],
    ['SKU', product.sku ?? '-'],
    ['Category', categoryText(product)],
    ['Price', priceText(product)],
    ['Currency', product.currency],
    ['Status', <StatusBadge key="status" isActive={product.is_active} />],
    ['Description', product.description ?? 'No description'],
    ['Created', moment(product.created_at)],
    ['Last updated', moment(product.updated_at)],
  ];
  if (seesAllClients) facts.push(['Client', clientName(product.clientId) ?? '-']);
  return (
    <Dialog title="Product Details" size="small" onClose={onClose}>
      <dl className={classes.facts}>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
