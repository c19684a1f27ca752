import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { LEAD_CONFIG_KEY, fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { CurrentConfiguration, RemovedField } from '#shared/fields/field-configuration.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

type Props = {
  clientId: string;
  /** Shown while the fields load. */
  placeholder?: ReactNode;
  children: (current: CurrentConfiguration, removed: readonly RemovedField[]) => ReactNode;
};

/** A client's configuration of the lead fields, while it loads and after a failure. */
export function LoadedFields({ clientId, placeholder, children }: Props) {
  const load = useQuery(query(fieldConfiguration.get, { params: { tenantId: clientId } }));
  const entry = load.data?.data.configurations.find(({ config_key }) => config_key === LEAD_CONFIG_KEY);
  if (entry) return children({ config_value: entry.effective_value, version: entry.version }, entry.removed);
  if (load.isPending) {
    return (
      <div>
        <p className={classes.unseen} role="status">
          Loading fields...
        </p>
        {placeholder}
      </div>
    );
  }
  return (
    <StateMessage
      icon={CircleAlert}
      title="Failed to load the lead fields"
      isFailure
      actions={<Button onClick={() => void load.refetch()}>Try Again</Button>}
    >
      {messageOf(load.error, 'Please try again.')}
    </StateMessage>
  );
}
