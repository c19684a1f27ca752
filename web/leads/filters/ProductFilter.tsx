import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
import { useUser } from '#web/session/useSession.ts';

type Props = {
  label: string;
  value: readonly string[];
  /** Users with access to all clients choose one first. */
  clientId: string | undefined;
  onChange: (value: string[]) => void;
};

export function ProductFilter({ label, value, clientId, onChange }: Props) {
  const { seesAllClients } = useUser();
  const isClientMissing = seesAllClients && !clientId;
  const { asked, listen } = useChoiceSearch();
  const { data } = useActiveProducts(clientId, !isClientMissing, asked);
  const active = isClientMissing ? [] : (data?.data ?? []);
  const known = new Set(active.map(({ id }) => id));
  const others = value.filter((id) => !known.has(id)).map((id) => ({ value: id, label: 'Another product' }));
  return (
    <SeveralSelect
      label={label}
      placeholder={isClientMissing ? 'Select a client first' : 'Any'}
      disabled={isClientMissing}
      choices={[...active.map(({ id, name }) => ({ value: id, label: name })), ...others]}
      value={value}
      onChange={onChange}
      nothingFoundMessage="No products found"
      onSearchChange={(text) => listen(text, data?.pagination)}
    />
  );
}
