import { secondFactor } from '#shared/accounts/second-factor.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';

type Props = { onMade: (codes: readonly string[]) => void; onClose: () => void };

/** Makes new recovery codes; the old ones stop working. */
export function NewCodesDialog({ onMade, onClose }: Props) {
  const make = useSend(secondFactor.newCodes);
  return (
    <AskDialog
      title="New recovery codes"
      text="Your old recovery codes stop working."
      confirmLabel="Make new codes"
      call={() => make.mutateAsync({ body: {} })}
      done={({ data }) => onMade(data.recoveryCodes)}
      failed="Failed to make new recovery codes"
      onClose={onClose}
    />
  );
}
