import { useRef, useState } from 'react';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { CurrentConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { useSend } from '#web/api/query.ts';
import {
  currentConfigurationIn,
  isSameOrder,
  orderFor,
  ordered,
} from '#web/features/field-configuration/current-configuration.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure } from '#web/ui/states/toast.ts';

const FAILED = 'Failed to save the order';

/** The order of the fields. A drag shows and is saved at once, and never overwrites somebody else's order. */
export function useFieldOrder(clientId: string, current: CurrentConfiguration) {
  const update = useSend(fieldConfiguration.update);
  /** The order on the screen until it is saved. */
  const [mine, setMine] = useState<FieldKey[]>();
  /** Somebody else's order: the user has to choose between it and their own. */
  const [theirs, setTheirs] = useState<CurrentConfiguration>();
  const [said, setSaid] = useState('');
  const turn = useRef<{ wanted: FieldKey[] | undefined; isRunning: boolean }>({
    wanted: undefined,
    isRunning: false,
  });

  /**
   * Applies an order to the current settings. Changes by others that don't concern the order don't matter.
   */
  const put = async (order: FieldKey[], seen: CurrentConfiguration): Promise<CurrentConfiguration> => {
    const config_value = ordered(seen.config_value, order);
    try {
      const body = { config_value, version: seen.version };
      return (await update.mutateAsync({ params: { tenantId: clientId }, body })).data;
    } catch (error) {
      const now = currentConfigurationIn(error);
      if (!now || !isSameOrder(now.config_value, seen.config_value)) throw error;
      return put(order, now);
    }
  };
  /** Saves an order, one call at a time. A drag in the meantime waits for its turn. */
  const save = async (order: FieldKey[], from: CurrentConfiguration) => {
    setMine(order);
    turn.current.wanted = order;
    if (turn.current.isRunning) return;
    turn.current.isRunning = true;
    try {
      let seen = from;
      while (turn.current.wanted) {
        const wanted = turn.current.wanted;
        turn.current.wanted = undefined;
        seen = await put(wanted, seen);
      }
      setMine(undefined);
      setSaid('Order saved');
    } catch (error) {
      const now = currentConfigurationIn(error);
      if (now) {
        // If another drag was waiting, its order is the one to offer.
        if (turn.current.wanted) setMine(turn.current.wanted);
        setTheirs(now);
      } else {
        setMine(undefined);
        showFailure(messageOf(error, 'Please try again.'), FAILED);
      }
      turn.current.wanted = undefined;
    } finally {
      turn.current.isRunning = false;
    }
  };

  return {
    shown: orderFor(current.config_value, mine ?? []),
    isPending: mine !== undefined,
    isUndecided: theirs !== undefined,
    said,
    change: (order: FieldKey[]) => {
      setSaid('');
      if (theirs) setMine(order);
      else void save(order, current);
    },
    keepMine: () => {
      setTheirs(undefined);
      if (mine && theirs) void save(mine, theirs);
    },
    keepTheirs: () => {
      setTheirs(undefined);
      setMine(undefined);
    },
  };
}
