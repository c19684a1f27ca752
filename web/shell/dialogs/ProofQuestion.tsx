import { PROOF_NEEDED } from '#shared/accounts/proof-needed.ts';
import { useEffect, useState } from 'react';
import type { ProofAsked } from '#web/api/proof.ts';
import { loadable } from '#web/lib/loadable.tsx';

const ProofDialog = loadable(async () => (await import('#web/features/auth/ProofDialog.tsx')).ProofDialog);

/** Asks for the password or a passkey while a call waits for it; once, however many calls wait. */
export function ProofQuestion() {
  const [waiting, setWaiting] = useState<readonly ProofAsked['detail'][]>([]);
  useEffect(() => {
    const ask = (event: Event) => {
      event.preventDefault();
      setWaiting((before) => [...before, (event as ProofAsked).detail]);
    };
    addEventListener(PROOF_NEEDED, ask);
    return () => removeEventListener(PROOF_NEEDED, ask);
  }, []);
  if (waiting.length === 0) return null;
  const answer = (isGiven: boolean) => {
    for (const tell of waiting) tell(isGiven);
    setWaiting([]);
  };
  return <ProofDialog onAnswer={answer} />;
}
