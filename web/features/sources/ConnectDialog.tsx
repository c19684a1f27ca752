import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { OUTCOMES, SECRET_IN_ADDRESS, SOURCE_KINDS, sources } from '#shared/company/sources.ts';
import type { Source, SourceKind } from '#shared/company/sources.ts';
import { query } from '#web/api/query.ts';
import own from '#web/features/sources/Sources.module.css';
import { copyWithToast } from '#web/ui/states/copy-with-toast.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';
import classes from '#web/ui/dialogs/ShowOnceDialog.module.css';

/** The steps in the portal, in its screens' own words. docs/operations.md has more about each. */
const STEPS: Readonly<Record<SourceKind, readonly string[]>> = {
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
  exotel: [
    'In Exotel, open App Bazaar and the flow of your number, and choose the Connect applet.',
    'Paste the address under Create popup, and in a Passthru applet after it (asynchronous).',
    'For click to call, enter API key, token and account here, under Edit.',
  ],
  knowlarity: [
    'In Knowlarity, open Settings, Webhooks; in MyOperator, open API Integration, Webhooks.',
    'Paste the address for calls that arrive, are answered and have ended.',
    'For click to call, enter the API key and the token here, under Edit.',
  ],
  twilio: [
    'In the Twilio console, open your number and paste the address as Call status changes.',
    'In your TwiML, set the address as statusCallback of each Number, for ringing, answered and completed.',
    'For click to call and recordings, enter account and auth token here, under Edit.',
  ],
  asterisk: [
    'Have a program pass the events of ARI or AMI on to the address, as JSON or as forms.',
    'Enter the extension of each colleague as their phone for calls, under Users.',
    'For click to call, enter the address of your ARI, its user and its password here, under Edit.',
  ],
  telephony: [
    'Have your telephone system send its events to the address, as JSON, as a form or in the address.',
    'After the first call, match the values of its events under Match Fields.',
    'For click to call, enter the request of your telephone system here, under Edit.',
  ],
};

/** The address to which the portal delivers. Includes the secret if the portal cannot send it separately. */
function addressOf({ id, kind }: { id: string; kind: SourceKind }, secret: string): string {
  const address = `${location.origin}/api/public/sources/${id}`;
  return SECRET_IN_ADDRESS.includes(kind) ? `${address}/${secret}` : address;
}

type Props = {
  source: Pick<Source, 'id' | 'kind'>;
  secret: string;
  /** Whether the source has only now been created, so that nothing can have arrived before. */
  isNew: boolean;
  onClose: () => void;
};

/**
 * The address and secret to paste into the portal, the steps there, and the next delivery once it has
 * arrived.
 */
export function ConnectDialog({ source, secret, isNew, onClose }: Props) {
  const [copied, setCopied] = useState<readonly string[]>([]);
  const hasSecret = !SECRET_IN_ADDRESS.includes(source.kind);
  const texts = [
    { what: 'Address', text: addressOf(source, secret), id: 'source-address' },
    ...(hasSecret ? [{ what: 'Secret', text: secret, id: 'source-secret' }] : []),
  ];
  const last = texts.at(-1)?.what ?? '';
  const once = hasSecret
    ? 'The secret is shown only once'
    : 'The address holds a secret and is shown only once';
  const copy = async (what: string, text: string) => {
    if (await copyWithToast(text, `The ${what.toLowerCase()}`)) setCopied((all) => [...all, what]);
  };
  return (
    <Dialog
      title={`Connect ${SOURCE_KINDS[source.kind]}`}
      description={`${once}. Copy it now.`}
      onClose={onClose}
      isDirty={() => !copied.includes(last)}
      question={{
        title: 'Close without copying?',
        text: `${once}. If you don’t copy it, you’ll have to replace it.`,
        keep: 'Go back',
        leave: 'Close anyway',
      }}
    >
      {texts.map(({ what, text, id }) => (
        <div key={what} className={own.copied}>
          <span className={own.label}>{what}</span>
          <code className={classes.secret} data-testid={id}>
            {text}
          </code>
          <Button
            variant="default"
            leftSection={<Copy size={15} aria-hidden="true" />}
            onClick={() => void copy(what, text)}
            {...(what === 'Address' && { 'data-autofocus': true })}
          >
            Copy {what}
          </Button>
        </div>
      ))}
      <ol className={own.steps} aria-label="Steps in the portal">
        {STEPS[source.kind].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <NextDelivery id={source.id} isNew={isNew} />
      <div className={form.actions}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}

/** Waits for a delivery since the dialog opened, which live updates announce. */
function NextDelivery({ id, isNew }: { id: string; isNew: boolean }) {
  const { data, isFetchedAfterMount } = useQuery({
    ...query(sources.deliveries, { params: { id }, query: { limit: '1' } }),
    staleTime: 0,
  });
  const [latest] = data?.data.deliveries ?? [];
  /** The latest delivery at the opening; null: none; undefined: not loaded yet. */
  const [before, setBefore] = useState<string | null | undefined>(isNew ? null : undefined);
  if (before === undefined && data && isFetchedAfterMount) setBefore(latest?.id ?? null);
  // A new delivery can be recognised only once the latest known one has loaded.
  if (before === undefined) return <p className={own.waiting} role="status" />;
  const arrived = latest?.id === before ? undefined : latest;
  return (
    <p className={own.waiting} role="status" data-arrived={arrived !== undefined || undefined}>
      {arrived
        ? `A delivery has arrived: ${OUTCOMES[arrived.outcome]}${arrived.lead ? `, ${arrived.lead.name}` : ''}.`
        : `Waiting for the ${isNew ? 'first' : 'next'} delivery. You can close this; it also appears in the list.`}
    </p>
  );
}
