import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { COUNTRIES } from '#shared/values/countries.ts';
import { DEFAULT_TIME_ZONE } from '#shared/values/dates.ts';
import { countryName, zoneLabel } from '#web/pickers/place-words.ts';

const COUNTRY_CHOICES = COUNTRIES.map((code) => ({
  value: code,
  label: countryName(code),
})).toSorted((one, other) => one.label.localeCompare(other.label));

/** Time zones for which browsers use outdated names that nobody looks for. */
const TODAY: Record<string, string> = {
  'Asia/Calcutta': DEFAULT_TIME_ZONE,
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
};

/** The time zones that the browser knows, including the current one under any name. */
function zonesWith(current: string) {
  const known = Intl.supportedValuesOf('timeZone').map((zone) => TODAY[zone] ?? zone);
  return [...new Set([current, ...known])].map((zone) => ({
    value: zone,
    label: zoneLabel(zone),
  }));
}

type Props = {
  form: {
    values: { timeZone?: string | undefined };
    getInputProps: (field: 'timeZone' | 'country') => SelectProps;
  };
};

/** A client's location: the time zone of its dates, and the country of its phone numbers. */
export function ZoneAndCountry({ form }: Props) {
  const choice = (field: 'timeZone' | 'country', label: string) => ({
    label,
    searchable: true,
    allowDeselect: false,
    nothingFoundMessage: 'Nothing found.',
    ...form.getInputProps(field),
  });
  return (
    <>
      <Select
        {...choice('timeZone', 'Time Zone')}
        data={zonesWith(form.values.timeZone ?? DEFAULT_TIME_ZONE)}
      />
      <Select {...choice('country', 'Country')} data={COUNTRY_CHOICES} />
    </>
  );
}
