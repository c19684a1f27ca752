const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** `Germany` for DE. */
export const countryName = (code: string): string => countryNames.of(code) ?? code;

/** `America/New York`: a time zone as it is chosen. */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ');
