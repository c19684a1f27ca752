import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { LEAD_CONFIG_KEY, fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { query } from '#web/api/query.ts';
import { CATALOGUE_SETTINGS, fieldSettings, storedConfiguration } from '#web/leads/fields/field-settings.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { cacheKey, readJson, writePreference } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

const NAME = 'fields';

/**
 * A client's lead fields: those of the user's client or, for users with access to all clients, of the
 * `wanted` one. The browser's copy is used until the server responds; without a client the catalogue applies.
 */
export function useFieldConfiguration(wanted?: string | null): FieldSettings {
  return useKnownConfiguration(wanted).settings;
}

/**
 * The lead fields of each of these clients, asked for at once; for rows of several clients, as users who see every client get them.
 * Everybody else has those of the own client.
 */
export function useFieldsByClient(clientIds: readonly string[]): (clientId: string) => FieldSettings {
  const { seesAllClients } = useUser();
  const own = useFieldConfiguration();
  const wanted = seesAllClients ? [...new Set(clientIds)].toSorted() : [];
  const { data } = useQuery({
    ...query(fieldConfiguration.ofClients, { query: { ids: wanted.join(',') } }),
    staleTime: 5 * 60_000,
    enabled: wanted.length > 0,
    placeholderData: (previous) => previous,
  });
  return useMemo(() => {
    const found = new Map(
      data?.data.configurations.map((one) => [one.client_id, fieldSettings(one.effective_value)]),
    );
    return (clientId) => found.get(clientId) ?? own;
  }, [data, own]);
}

/**
 * The same, and whether a client's fields are known, or cannot be. For forms, which use them once for their
 * defaults.
 */
export function useKnownConfiguration(wanted?: string | null): { settings: FieldSettings; isKnown: boolean } {
  const user = useUser();
  const clientId = user.clientId ?? (wanted || null);
  const key = cacheKey(NAME, { id: user.id, clientId });
  const { data, isError } = useQuery({
    ...query(fieldConfiguration.get, { params: { tenantId: clientId ?? '' } }),
    enabled: clientId !== null,
    staleTime: 5 * 60_000,
  });
  const answer = data?.data.configurations.find(({ config_key }) => config_key === LEAD_CONFIG_KEY);
  const configuration = answer?.effective_value;
  useEffect(() => {
    if (configuration) writePreference(key, JSON.stringify(configuration));
  }, [key, configuration]);
  return useMemo(() => {
    const known = configuration ?? (clientId ? storedConfiguration(readJson(key)) : undefined);
    return {
      settings: known ? fieldSettings(known) : CATALOGUE_SETTINGS,
      isKnown: clientId !== null && (known !== undefined || isError),
    };
  }, [configuration, key, clientId, isError]);
}
