import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { OUTCOMES, SECRET_IN_ADDRESS, SOURCE_KINDS, sources } from '#shared/sources.ts';
import type { Source } from '#shared/sources.ts';
import { query } from '#web/api/query.ts';
import { STEPS, addressOf } from '#web/features/sources/connect-steps.ts';
import own from '#web/features/sources/Sources.module.css';
import { copyWithToast } from '#web/ui/states/copy-with-toast.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';
import classes from '#web/ui/dialogs/ShowOnceDialog.module.css';

type Props = { source: Pick<Source, 'id' | 'kind'>; secret: string; onClose: () => void };

/**
 * The address and secret to paste into the portal, the steps there, and the first delivery once it has
 * arrived.
 */
export function ConnectDialog({ source, secret, onClose }: Props) {
  const [copied, setCopied] = useState<readonly string[]>([]);
  const hasSecret = !SECRET_IN_ADDRESS.includes(source.kind);
  const texts = [
    { what: 'Address', text: addressOf(source, secret), id: 'source-address' },
    ...(hasSecret ? [{ what: 'Secret', text: secret, id: 'source-secret' }] : []),
  ];
  const last = texts.at(-1)?.what ?? '';
  const copy = async (what: string, text: string) => {
    if (await copyWithToast(text, `The ${what.toLowerCase()}`)) setCopied((all) => [...all, what]);
  };
  return (
    <Dialog
      title={`Connect ${SOURCE_KINDS[source.kind]}`}
      description="Copy these now: the secret is shown only once."
      onClose={onClose}
      isDirty={() => !copied.includes(last)}
      question={{
        title: 'Close without copying?',
        text: 'The secret is shown only once. If you don’t copy it, you’ll have to replace it.',
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
      <FirstDelivery id={source.id} />
      <div className={form.actions}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}

/** Waits for a delivery, which live updates announce. */
function FirstDelivery({ id }: { id: string }) {
  const { data } = useQuery(query(sources.deliveries, { params: { id }, query: { limit: '1' } }));
  const [first] = data?.data.deliveries ?? [];
  return (
    <p className={own.waiting} role="status" data-arrived={first !== undefined || undefined}>
      {first
        ? `A delivery has arrived: ${OUTCOMES[first.outcome]}${first.lead ? `, ${first.lead.name}` : ''}.`
        : 'Waiting for the first delivery. You can close this; it also appears in the list.'}
    </p>
  );
}
