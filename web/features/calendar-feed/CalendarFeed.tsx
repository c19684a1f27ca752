import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FEED_DAYS, calendarFeed } from '#shared/activities/calendar-feed.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { query, useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { ShowOnceDialog } from '#web/ui/dialogs/ShowOnceDialog.tsx';
import { Choices } from '#web/ui/fields/Choices.tsx';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

const TITLES = [
  { value: 'names', label: 'Follow-up and lead name' },
  { value: 'plain', label: '“Call back” only, no details' },
];

/** The address from which the user's calendar app reads their follow-ups. */
export function CalendarFeed({ timeZone }: { timeZone: string }) {
  const create = useSend(calendarFeed.create);
  const remove = useSend(calendarFeed.remove);
  const [titles, setTitles] = useState('names');
  const [address, setAddress] = useState<string>();
  const [asks, setAsks] = useState(false);
  const source = useQuery(query(calendarFeed.get, {}));
  const moment = (instant: string) => <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time>;
  const make = () =>
    void sayOutcome(create.mutateAsync({ body: { namesLeads: titles === 'names' } }), {
      done: ({ data }) => setAddress(`${location.origin}${data.path}`),
      failed: 'Failed to create the address',
    });
  return (
    <PartStates
      source={source}
      loading="Loading your calendar..."
      failure={messageOf(source.error, 'Failed to load your calendar')}
    >
      {({ data: { feed } }) => (
        <>
          {feed && (
            <p className={items.about}>
              {feed.namesLeads ? 'Shows follow-ups and lead names.' : 'Shows “Call back” only.'} Created{' '}
              {moment(feed.createdAt)} ·{' '}
              {feed.lastReadAt ? <>last read {moment(feed.lastReadAt)}</> : 'not read yet'}
            </p>
          )}
          <Choices title="Event titles" choices={TITLES} value={titles} onChange={setTitles} />
          <div className={items.foot}>
            {feed && (
              <Button variant="default" onClick={() => setAsks(true)}>
                Remove address
              </Button>
            )}
            <Button variant="default" loading={create.isPending} onClick={make}>
              {feed ? 'New address' : 'Create address'}
            </Button>
          </div>
          {address && (
            <ShowOnceDialog
              title="Your calendar’s address"
              text={`In Google Calendar choose “From URL”, in Outlook “Subscribe from web”, on an iPhone “Add subscription calendar”. It shows the last ${FEED_DAYS.past} and the next ${FEED_DAYS.ahead} days.`}
              secret={address}
              what="The address"
              testId="calendar-address"
              note="Whoever has this address can read your follow-ups. A new address replaces this one."
              loss="The address is shown only once. If you don’t copy it, you’ll have to create another."
              onClose={() => setAddress(undefined)}
            />
          )}
          {asks && (
            <AskDialog
              title="Remove the calendar’s address?"
              text="Calendar apps that use it stop updating."
              confirmLabel="Remove"
              isDangerous
              call={async () => await remove.mutateAsync({})}
              done={() => showSuccess('The address no longer works')}
              failed="Failed to remove the address"
              onClose={() => setAsks(false)}
            />
          )}
        </>
      )}
    </PartStates>
  );
}
