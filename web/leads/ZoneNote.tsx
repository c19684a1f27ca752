import { Input } from '@mantine/core';
import { zoneName } from '#shared/values/dates.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';

/** Names the time zone of the dates around it when it differs from the reader's. */
export function ZoneNote({ timeZone }: { timeZone: string }) {
  if (timeZone === useTimeZone()) return null;
  return <Input.Description>Times are in {zoneName(timeZone)}.</Input.Description>;
}

/** Names the time zone of the time before it when it differs from the reader's. */
export function ZoneMark({ timeZone }: { timeZone: string }) {
  if (timeZone === useTimeZone()) return null;
  return <span> {zoneName(timeZone)}</span>;
}
