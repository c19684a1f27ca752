import { SECRET_IN_ADDRESS } from '#shared/sources.ts';
import type { SourceKind } from '#shared/sources.ts';

/** The steps in the portal, in its screens' own words. docs/operations.md has more about each. */
export const STEPS: Readonly<Record<SourceKind, readonly string[]>> = {
  google_ads: [
    'In Google Ads, open the lead form under Assets and choose Export leads from Google Ads, then Webhook integration.',
    'Paste the address as Webhook URL and the secret as Key.',
    'Press Send test data, then save the form.',
  ],
  indiamart: [
    'In the IndiaMART seller panel, open Lead Manager, then the menu, Import/Export Leads and Push API.',
    'Choose Other CRM, paste the address and save.',
    'Without Push API: choose Pull API there, copy the key and enter it here as CRM key, under Edit.',
  ],
  justdial: [
    'Ask your JustDial account manager to send your leads by API.',
    'Include the address. It identifies your company, so share it with nobody else.',
  ],
  facebook: [
    'In Meta for Developers, open the app of your page, then Webhooks, and choose Page.',
    'Paste the address as Callback URL and the secret as Verify token, then subscribe to leadgen.',
    'Enter the app secret and a page access token that may read leads here, under Edit.',
  ],
  other: [
    'Have your program post each lead as JSON or as a form to the address.',
    'Send the secret in the header X-Source-Key; or add it to the end of the address, after a slash.',
    'After the first delivery, match its values to fields under Match Fields.',
  ],
};

/** The address to which the portal delivers. Includes the secret if the portal cannot send it separately. */
export function addressOf({ id, kind }: { id: string; kind: SourceKind }, secret: string): string {
  const address = `${location.origin}/api/public/sources/${id}`;
  return SECRET_IN_ADDRESS.includes(kind) ? `${address}/${secret}` : address;
}
