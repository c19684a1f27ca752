import type { Api, Company } from '../api.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

type Planned = { name: string; in: number; title?: string; company_name?: string; phone?: string };

/** Leads with one reminder each, due in the given number of milliseconds. */
export async function plan(api: Api, company: Company, planned: readonly Planned[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, in: offset, title = `Call ${name}`, ...lead } of planned) {
    const { id } = await api.call<{ id: string }>(company.manager, 'POST', '/leads', { name, ...lead });
    ids.push(id);
    await api.call(company.manager, 'POST', '/reminders', {
      lead_id: id,
      title,
      description: `About ${name}`,
      reminder_date: new Date(Date.now() + offset).toISOString(),
    });
  }
  return ids;
}
