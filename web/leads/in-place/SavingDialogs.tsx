import type { useLeadSaving } from '#web/leads/in-place/useLeadSaving.ts';
import { loadable } from '#web/lib/loadable.tsx';

const CollisionDialog = loadable(
  async () => (await import('#web/leads/in-place/CollisionDialog.tsx')).CollisionDialog,
);
const LostReasonDialog = loadable(
  async () => (await import('#web/leads/in-place/LostReasonDialog.tsx')).LostReasonDialog,
);

/** The questions of an in-place edit: mine or theirs, and why a lead is lost. */
export function SavingDialogs({
  saving: { collision, settle, asked, answer, cancel },
}: {
  saving: ReturnType<typeof useLeadSaving>;
}) {
  return (
    <>
      {collision && <CollisionDialog collision={collision} onSettle={settle} />}
      {asked && <LostReasonDialog edit={asked} onAnswer={answer} onCancel={cancel} />}
    </>
  );
}
