import type { Option } from '#shared/lead-options.ts';

/** Every half hour of the day: `HH:MM` is stored, a 12-hour time is read. */
export const CONTACT_TIMES: readonly Option[] = Array.from({ length: 48 }, (_, half) => {
  const hour = Math.floor(half / 2);
  const minute = half % 2 === 0 ? '00' : '30';
  return {
    value: `${String(hour).padStart(2, '0')}:${minute}`,
    label: `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
  };
});
