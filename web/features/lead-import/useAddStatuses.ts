import { LEAD_CONFIG_KEY, fieldConfiguration } from '#shared/field-configuration.ts';
import type { StatusMeaning } from '#shared/lead-options.ts';
import { useSend } from '#web/api/query.ts';
import { send } from '#web/api/send.ts';
import { useUser } from '#web/session/useSession.ts';

/** Adds statuses of a file to a client's options before the import, each with its meaning. */
export function useAddStatuses() {
  const { clientId: own } = useUser();
  const { mutateAsync } = useSend(fieldConfiguration.update);
  return async (added: Readonly<Record<string, StatusMeaning>>, chosen: string | null): Promise<void> => {
    const clientId = chosen ?? own;
    if (Object.keys(added).length === 0 || !clientId) return;
    const params = { tenantId: clientId };
    const { data } = await send(fieldConfiguration.get, { params }, {});
    const current = data.configurations.find(({ config_key }) => config_key === LEAD_CONFIG_KEY);
    if (!current) return;
    const { status } = current.effective_value;
    const { options = [] } = status;
    const known = new Set(options.map(({ value }) => value));
    const fresh = Object.entries(added)
      .filter(([value]) => !known.has(value))
      .map(([value, meaning]) => ({ value, label: value, meaning }));
    if (fresh.length === 0) return;
    const config_value = { status: { ...status, options: [...options, ...fresh] } };
    await mutateAsync({ params, body: { config_value, version: current.version } });
  };
}
