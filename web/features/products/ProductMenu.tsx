import { ActionIcon, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import type { Product } from '#shared/products.ts';
import type { OpenPopup, ProductPopup } from '#web/features/products/product-popup.ts';
import { useSetActive } from '#web/features/products/useSetActive.ts';
import { useCan } from '#web/session/useCan.ts';
import classes from '#web/ui/lists/Table.module.css';

/** The actions on a product. A user without write permission can only view it. */
export function ProductMenu({ product, onOpen }: { product: Product; onOpen: OpenPopup }) {
  const mayWrite = useCan('products.write');
  const button = useRef<HTMLButtonElement>(null);
  const setActive = useSetActive();
  // A popup returns the focus to its opener. That must be the button, since the menu will be gone.
  const open = (kind: Exclude<ProductPopup['kind'], 'add' | 'categories'>) => () => {
    button.current?.focus();
    onOpen({ kind, product });
  };
  return (
    <Menu position="bottom-end" width={190} returnFocus>
      <Menu.Target>
        <ActionIcon
          ref={button}
          className={classes.menuButton}
          size={28}
          aria-label={`Actions for ${product.name}`}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${product.name}`}>
        <Menu.Item leftSection={<Eye size={15} aria-hidden="true" />} onClick={open('details')}>
          View Details
        </Menu.Item>
        {mayWrite && (
          <>
            <Menu.Item leftSection={<PencilLine size={15} aria-hidden="true" />} onClick={open('edit')}>
              Edit Product
            </Menu.Item>
            <Menu.Item
              leftSection={<Power size={15} aria-hidden="true" />}
              onClick={() => setActive(product, !product.is_active)}
            >
              {product.is_active ? 'Deactivate' : 'Activate'}
            </Menu.Item>
            <Menu.Item
              color="var(--lms-danger)"
              leftSection={<Trash2 size={15} aria-hidden="true" />}
              onClick={open('delete')}
            >
              Delete Product
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
