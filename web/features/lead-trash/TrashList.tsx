import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { query } from '#web/api/query.ts';
import { TrashItem } from '#web/features/lead-trash/TrashItem.tsx';
import classes from '#web/features/lead-trash/TrashList.module.css';
import { messageOf } from '#web/lib/errors.ts';
import items from '#web/ui/lists/Items.module.css';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { ShowMore } from '#web/ui/lists/ShowMore.tsx';

const DEBOUNCE = 500;
const STEP = 12;
const MOST = 100;

/** The leads in the trash, newest first, with a button to restore each. */
export function TrashList({ timeZone }: { timeZone: string }) {
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(STEP);
  const [search] = useDebouncedValue(text.trim(), DEBOUNCE);
  const trash = useQuery({
    ...query(leadTrash.list, { query: { limit: String(limit), ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextInput
        type="search"
        size="xs"
        aria-label="Search the trash"
        placeholder="Search the trash..."
        maxLength={200}
        leftSection={<Search size={15} aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setLimit(STEP);
        }}
      />
      <PartStates
        source={trash}
        loading="Loading trash..."
        failure={messageOf(trash.error, 'Failed to load the trash')}
        className={classes.state}
      >
        {({ data, pagination }) => (
          <>
            {data.length === 0 && (
              <PartNote isLive className={classes.state}>
                {search ? 'No leads found in the trash' : 'The trash is empty'}
              </PartNote>
            )}
            <ul className={items.items}>
              {data.map((lead) => (
                <TrashItem key={lead.id} lead={lead} timeZone={timeZone} />
              ))}
            </ul>
            {data.length < (pagination?.total ?? 0) && limit < MOST && (
              <ShowMore onClick={() => setLimit(Math.min(MOST, limit + STEP))} />
            )}
            {data.length < (pagination?.total ?? 0) && limit === MOST && (
              <PartNote isLive className={classes.state}>
                The latest {MOST} are shown. Search for the others.
              </PartNote>
            )}
          </>
        )}
      </PartStates>
    </>
  );
}
