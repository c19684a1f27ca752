import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
import { useProductName } from '#web/pickers/useProductName.ts';
import { useUser } from '#web/session/useSession.ts';

type Props = {
  /** `aria-label` instead: only for screen readers. */
  label?: string;
  'aria-label'?: string;
  placeholder?: string;
  value: readonly string[];
  /** Users with access to all clients choose one first. */
  clientId: string | undefined;
  onChange: (value: string[]) => void;
};

/** Several active products, searched like those of `ProductSelect`. Chosen ones that are inactive keep their name. */
export function ProductsSelect({ placeholder, value, clientId, ...rest }: Props) {
  const { seesAllClients } = useUser();
  const isClientMissing = seesAllClients && !clientId;
  const { asked, listen } = useChoiceSearch();
  const { data } = useActiveProducts(clientId, !isClientMissing, asked);
  const active = isClientMissing ? [] : (data?.data ?? []);
  const nameOf = useProductName(value, clientId);
  const known = new Set(active.map(({ id }) => id));
  const others = value
    .filter((id) => !known.has(id))
    .map((id) => ({ value: id, label: nameOf(id) ?? 'Another product' }));
  return (
    <SeveralSelect
      placeholder={isClientMissing ? 'Select a client first' : placeholder}
      disabled={isClientMissing}
      choices={[
        ...active.map(({ id, name, sku }) => ({ value: id, label: name, also: sku ?? '' })),
        ...others,
      ]}
      value={value}
      nothingFoundMessage="No products found"
      onSearchChange={(text) => listen(text, data?.pagination)}
      {...rest}
    />
  );
}
