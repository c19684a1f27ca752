import type { TestClient } from '#test/world.ts';

/** Every query of the lead list, with a client's values and its mark in the filters. */
export function leadQueries(client: TestClient, mark: string): Record<string, string>[] {
  const filters: Record<string, string>[] = [
    {}, { status: `${mark} 1` }, { source: `${mark} 1` }, { interest_level: mark }, { campaign_id: `${mark} 1` }, { search: mark }, { search: 'CN' },
    { assigned_to: client.rep.id }, { assigned_to: 'me' }, { assigned_to: 'none' }, { created_by: client.rep.id }, { is_archived: 'true' },
    { show_all: 'true' }, { is_duplicate: 'false' }, { from_date: '2020-01-01', to_date: '2199-12-31' }, { client_id: client.id },
    { client_id: client.id, search: mark }, { client_id: `${client.id}'` }, { status: mark.repeat(40) },
  ]; // prettier-ignore
  const sorts = ['name', 'email', 'assigned_to', 'value', 'created_at', 'company_name', mark].map(
    (sort_by) => ({ sort_by }),
  );
  const paged = [...filters, ...sorts].map((filter) => ({ ...filter, page: '1', limit: '100' }));
  return [
    ...filters,
    ...paged,
    { page: '200', limit: '12' },
    { page: '2', limit: '12', client_id: client.id },
  ];
}
