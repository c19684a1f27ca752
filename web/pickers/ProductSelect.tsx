import { Select } from '@mantine/core';
import { foundChoices } from '#web/lib/names/found-choices.ts';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
import { useUser } from '#web/session/useSession.ts';

type Props = {
  label: string;
  value: string | null;
  onChange: (productId: string | null) => void;
  /** The client of the products. Users with access to all clients choose it first. */
  clientId?: string | undefined;
  /** The chosen product, in case it is no longer active. */
  known?: { value: string; label: string } | undefined;
  name?: string;
  placeholder?: string;
  error?: string | undefined;
  required?: boolean;
  clearable?: boolean;
};

/** A select of active products. A catalogue of more than a hundred is searched by the server. */
export function ProductSelect({ clientId, known, value, placeholder, ...rest }: Props) {
  const { seesAllClients } = useUser();
  const isClientMissing = seesAllClients && !clientId;
  const { asked, listen } = useChoiceSearch();
  const { data } = useActiveProducts(clientId, !isClientMissing, asked);
  const active = isClientMissing ? [] : (data?.data ?? []);
  const found = active.map(({ id, name, sku }) => ({ value: id, label: sku ? `${name} · ${sku}` : name }));
  const isMissing = known && known.value === value && !found.some((choice) => choice.value === value);
  const choices = isMissing ? [known, ...found] : found;
  return (
    <Select
      data={choices}
      value={value}
      searchable
      filter={foundChoices}
      disabled={isClientMissing}
      placeholder={isClientMissing ? 'Select a client first' : placeholder || 'No product'}
      nothingFoundMessage="No products found"
      // A chosen product's name must not become a search that hides the others.
      onSearchChange={(text) => listen(text, data?.pagination, choices)}
      {...rest}
    />
  );
}
