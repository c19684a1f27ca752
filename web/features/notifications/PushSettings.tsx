import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shared/values/dates.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { PUSHED, PUSH_KINDS, push } from '#shared/activities/push-devices.ts';
import type { PushChoices } from '#shared/activities/push-devices.ts';
import { query, useSend } from '#web/api/query.ts';
import classes from '#web/features/notifications/NotificationSettings.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { readPreference } from '#web/lib/preferences.ts';
import { PUSH_OF } from '#web/live/push-mark.ts';
import { pushSupport, turnOffPush, turnOnPush } from '#web/live/push-device.ts';
import type { PushSupport } from '#web/live/push-device.ts';
import { useUser } from '#web/session/useSession.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { sayOutcome, showFailure, showSuccess } from '#web/ui/states/toast.ts';

/** That they are blocked is said above, for the desktop's as well. */
const TEXTS: Record<Exclude<PushSupport, 'blocked'> | 'on', string> = {
  on: 'This device shows notifications, even when LMS is closed.',
  ready: 'Get notifications about follow-ups and leads on this device, even when LMS is closed.',
  install:
    'On an iPhone or iPad, add LMS to the Home Screen first: Share, then Add to Home Screen. Open it from there and turn notifications on here.',
  none: 'This browser can’t show notifications while LMS is closed.',
};
const BLOCKED = 'Notifications are blocked. Allow them in the site settings of this browser first.';

type Data = DataOf<typeof push.get>;

/** Notifications while LMS is closed: on this device, on the user's others, and what they say. */
export function PushSettings({ timeZone, onAsked }: { timeZone: string; onAsked: () => void }) {
  const source = useQuery(query(push.get, {}));
  return (
    <PartStates
      source={source}
      loading="Loading your devices..."
      failure={messageOf(source.error, 'Failed to load your devices')}
    >
      {({ data }) => (
        <>
          <ThisDevice devices={data.devices} onAsked={onAsked} />
          {data.devices.length > 0 && (
            <ul className={items.items} aria-label="Devices with notifications">
              {data.devices.map((device) => (
                <DeviceItem key={device.id} device={device} timeZone={timeZone} />
              ))}
            </ul>
          )}
          <Choices {...data} />
        </>
      )}
    </PartStates>
  );
}

/** Reads the devices again: turning notifications on or off is no row that others see. */
function useDevicesAgain() {
  const client = useQueryClient();
  return async () => await client.invalidateQueries({ queryKey: query(push.get, {}).queryKey });
}

function ThisDevice({ devices, onAsked }: Pick<Data, 'devices'> & { onAsked: () => void }) {
  const user = useUser();
  const readAgain = useDevicesAgain();
  const remove = useSend(push.remove);
  const support = pushSupport();
  const [isPending, setIsPending] = useState(false);
  const own = readPreference(PUSH_OF) === user.id ? devices.find(({ isCurrent }) => isCurrent) : undefined;
  const turn = async () => {
    if (own) {
      await turnOffPush();
      await remove.mutateAsync({ params: { id: own.id } });
      showSuccess('Notifications turned off for this device');
    } else if (await turnOnPush(user.id)) showSuccess('Notifications turned on for this device');
    else showFailure(BLOCKED);
    onAsked();
    await readAgain();
  };
  const click = async () => {
    setIsPending(true);
    await sayOutcome(turn(), { done: () => undefined, failed: 'Failed to change the notifications' });
    setIsPending(false);
  };
  const shown = own ? 'on' : support;
  if (shown === 'blocked') return null;
  return (
    <div className={classes.desktop}>
      <p className={classes.text}>{TEXTS[shown]}</p>
      {(shown === 'on' || shown === 'ready') && (
        <Button variant="default" size="xs" loading={isPending} onClick={() => void click()}>
          {own ? 'Turn off for this device' : 'Turn on for this device'}
        </Button>
      )}
    </div>
  );
}

function DeviceItem({ device, timeZone }: { device: Data['devices'][number]; timeZone: string }) {
  const readAgain = useDevicesAgain();
  const remove = useSend(push.remove);
  const { id, label, createdAt, lastSentAt, isCurrent } = device;
  const moment = (instant: string) => <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time>;
  const click = async () => {
    await remove.mutateAsync({ params: { id } });
    if (isCurrent) await turnOffPush();
    await readAgain();
  };
  return (
    <li className={items.item}>
      <div className={items.body}>
        <p className={items.heading}>
          <b>{label}</b> {isCurrent && <Badge tone="green">This device</Badge>}
        </p>
        <p className={items.about}>
          Turned on {moment(createdAt)} ·{' '}
          {lastSentAt ? <>last notification {moment(lastSentAt)}</> : 'no notification yet'}
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={remove.isPending}
        aria-label={`Remove ${label}, turned on ${formatDateTime(createdAt, timeZone)}`}
        onClick={() =>
          void sayOutcome(click(), {
            done: () => showSuccess(`Notifications turned off for ${label}`),
            failed: 'Failed to remove the device',
          })
        }
      >
        Remove
      </Button>
    </li>
  );
}

function Choices({ showsNames, without }: PushChoices) {
  const readAgain = useDevicesAgain();
  const save = useSend(push.choose);
  const choose = (body: Partial<PushChoices>) =>
    void sayOutcome(save.mutateAsync({ body }).then(readAgain), {
      done: () => showSuccess('Notifications saved'),
      failed: 'Failed to save the notifications',
    });
  const box = (name: string, isChecked: boolean, onChange: (isChecked: boolean) => void) => (
    <label key={name} className={classes.choice}>
      <CheckBox
        checked={isChecked}
        disabled={save.isPending}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={classes.name}>{name}</span>
    </label>
  );
  return (
    <>
      <div className={classes.list} role="group" aria-labelledby="pushed">
        <p className={classes.text} id="pushed">
          Notify me about:
        </p>
        {PUSH_KINDS.map((kind) =>
          box(PUSHED[kind], !without.includes(kind), (isWanted) =>
            choose({
              without: PUSH_KINDS.filter((each) => (each === kind ? !isWanted : without.includes(each))),
            }),
          ),
        )}
      </div>
      {box('Show names of leads in notifications', showsNames, (shows) => choose({ showsNames: shows }))}
    </>
  );
}
