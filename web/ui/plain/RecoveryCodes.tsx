import { useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { PlainButton } from './PlainButton.tsx';
import form from './PlainForm.module.css';

type Props = { codes: readonly string[]; onDone: () => void };

/** Recovery codes, shown only once on a public page. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(codes.join('\n')));
  return (
    <div className={form.form}>
      <div>
        <h1 className={form.title}>Save your recovery codes</h1>
        <p className={form.text}>
          If you lose your phone, each of these codes signs you in once. They’re shown only now: keep them
          somewhere safe, such as a password manager.
        </p>
      </div>
      <ol data-testid="recovery-codes" style={{ columns: 2, fontFamily: 'monospace', listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <PlainButton look="quiet" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy all'}
      </PlainButton>
      <PlainButton onClick={onDone}>I’ve saved them</PlainButton>
    </div>
  );
}
