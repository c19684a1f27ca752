import { Select } from '@mantine/core';
import type { ProductCategory } from '#shared/leads/products.ts';
import { useCategories } from '#web/features/products/useCategories.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/ui/lists/Toolbar.module.css';

const ALL = { value: '', label: 'All Categories' };

type Props = { value: string; onChange: (categoryId: string) => void };

/** Filters the list by category. Users with access to all clients find the categories under their clients. */
export function CategoryFilter({ value, onChange }: Props) {
  const { seesAllClients } = useUser();
  const categories = useCategories().data?.data ?? [];
  const clientName = useClientNames(categories.map(({ clientId }) => clientId));
  // A deleted category, or one that cannot be loaded, still filters the list, and the filter shows that.
  const isUnknown = value !== '' && !categories.some(({ id }) => id === value);
  const first = isUnknown ? [ALL, { value, label: 'Unknown Category' }] : [ALL];
  const data = seesAllClients
    ? [...first, ...byClient(categories, clientName)]
    : [...first, ...categories.map(choiceOf)];
  return (
    <Select
      size="xs"
      className={classes.filter}
      aria-label="Category"
      data={data}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      searchable={categories.length > 8}
      nothingFoundMessage="No categories found"
    />
  );
}

const choiceOf = ({ id, name }: ProductCategory) => ({ value: id, label: name });

function byClient(
  categories: readonly ProductCategory[],
  clientName: (clientId: string) => string | undefined,
) {
  const groups = Map.groupBy(categories, ({ clientId }) => clientId);
  return [...groups].map(([clientId, items]) => ({
    group: clientName(clientId) ?? 'Another client',
    items: items.map(choiceOf),
  }));
}
