import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, optionalText, requiredText, text } from '#shared/fields/fields.ts';
import { Money } from '#shared/fields/lead-values.ts';
import { DEFAULT_CURRENCY } from '#shared/values/money.ts';
import { IdList, PageQuery, SortOrder } from '#shared/protocol/pagination.ts';

/** The currencies a price can have, the default first. */
export const CURRENCIES = ['INR', 'USD', 'EUR', 'GBP'] as const;
/** Rows per page of the Products screen. */
export const PRODUCTS_PAGE_SIZE = 10;
/** The number of products that a form offers, only active ones. */
export const PRODUCT_PICKER_SIZE = 100;

export const ProductCategory = z.object({
  id: Id,
  name: z.string(),
  /** The number of products in the category, excluding deleted ones. */
  products: z.int(),
  clientId: Id,
});
export type ProductCategory = z.infer<typeof ProductCategory>;

export const Product = z.object({
  id: Id,
  version: z.int(),
  name: z.string(),
  sku: z.nullable(z.string()),
  description: z.nullable(z.string()),
  category_id: z.nullable(Id),
  category_name: z.nullable(z.string()),
  price: z.nullable(z.number()),
  currency: z.string(),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  clientId: Id,
});
export type Product = z.infer<typeof Product>;

const fields = {
  sku: z.optional(optionalText(100, 'SKU')),
  description: z.optional(optionalText(5000, 'Description')),
  category_id: z.optional(z.nullable(z.uuid('Choose a category of this client.'))),
  price: z.optional(Money('Price')),
  is_active: z.optional(z.boolean('is_active must be true or false.')),
};
const currency = z.enum(CURRENCIES, 'Currency must be INR, USD, EUR or GBP.');

export const NewProduct = z.object({
  ...fields,
  name: requiredText(200, 'Product name is required.'),
  currency: z._default(currency, DEFAULT_CURRENCY),
});
export type NewProduct = z.infer<typeof NewProduct>;

/**
 * An edit. Only the fields sent change, and a stale `version` is rejected with 412. An empty name leaves the
 * name unchanged.
 */
export const ProductUpdate = z.object({
  ...fields,
  version: z.optional(z.int('version must be a whole number.')),
  name: z.optional(
    z.pipe(
      text(200, 'Product name'),
      z.transform((value: string) => (value === '' ? undefined : value)),
    ),
  ),
  currency: z.optional(currency),
});
export type ProductUpdate = z.infer<typeof ProductUpdate>;

const tag = 'Products';
const params = z.object({ id: Id });
const newIn = z.object({ clientId: z.optional(Id) });
const CategoryName = z.object({ name: requiredText(100, 'Category name is required.') });
const change = { tag, permission: 'products.write', params, data: Product } as const;

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/products',
    permission: 'products.read',
    tag,
    summary: 'List products, newest first unless sorted otherwise',
    query: z.object({
      page: PageQuery.page,
      limit: z._default(PageQuery.limit.def.innerType, PRODUCTS_PAGE_SIZE),
      search: z.optional(text(200, 'The search text')),
      ids: z.optional(IdList('products')),
      category_id: z.optional(Id),
      is_active: z.optional(z.enum(['true', 'false'], 'This must be true or false.')),
      sort_by: z._default(
        z.enum(['created_at', 'name', 'sku', 'price'], 'Products cannot be sorted by this field.'),
        'created_at',
      ),
      sort_order: z._default(SortOrder, 'desc'),
      client_id: z.optional(Id),
    }),
    data: z.array(Product),
    paginated: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/products',
    permission: 'products.write',
    changes: ['products'],
    tag,
    summary: 'Add a product',
    query: newIn,
    body: NewProduct,
    data: Product,
    status: 201,
  }),
  update: endpoint({
    ...change,
    method: 'PUT',
    path: '/products/:id',
    changes: ['products'],
    summary: 'Change the fields that are sent',
    body: ProductUpdate,
  }),
  setActive: endpoint({
    ...change,
    method: 'PUT',
    path: '/products/:id/status',
    changes: ['products'],
    summary: 'Offer a product or not',
    body: z.object({ is_active: z.boolean('is_active must be true or false.') }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:id',
    permission: 'products.write',
    changes: ['products'],
    tag,
    summary: 'Delete a product; leads that have it keep its name',
    params,
    data: z.object({ id: Id }),
  }),
  restore: endpoint({
    ...change,
    method: 'POST',
    path: '/products/:id/restore',
    changes: ['products'],
    summary: 'Take a deletion back',
  }),
};

export const productCategories = {
  list: endpoint({
    method: 'GET',
    path: '/product-categories',
    permission: 'products.read',
    tag,
    summary: 'Product categories by name',
    query: z.object({ client_id: z.optional(Id) }),
    data: z.array(ProductCategory),
  }),
  create: endpoint({
    method: 'POST',
    path: '/product-categories',
    permission: 'products.write',
    changes: ['products'],
    tag,
    summary: 'Add a category; a name in use is answered 409',
    query: newIn,
    body: CategoryName,
    data: ProductCategory,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/product-categories/:id',
    permission: 'products.write',
    changes: ['products'],
    tag,
    summary: 'Rename a category',
    params,
    body: CategoryName,
    data: ProductCategory,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/product-categories/:id',
    permission: 'products.write',
    changes: ['products'],
    tag,
    summary: 'Delete a category; its products stay, without one',
    params,
    data: z.object({ id: Id }),
  }),
};
