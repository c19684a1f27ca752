import type { Product } from '#shared/leads/products.ts';

/** The popups of the Products screen. */
export type ProductPopup =
  | { kind: 'add' | 'categories' }
  | { kind: 'details' | 'edit' | 'delete'; product: Product };

export type OpenPopup = (popup: ProductPopup) => void;
