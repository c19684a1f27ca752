import type { ReactNode } from 'react';
import { ChooseClient } from '#web/pickers/ChooseClient.tsx';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useChosenClient } from '#web/pickers/useChosenClient.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/ui/lists/Toolbar.module.css';

type Props = {
  /** The text for users who have not chosen a client yet, about what the page will show. */
  note: string;
  children: (clientId: string) => ReactNode;
};

/** The settings of the user's client, or of the client chosen by a user with access to all clients. */
export function ChosenClient({ note, children }: Props) {
  const { clientId: own, seesAllClients } = useUser();
  const [chosen, choose] = useChosenClient();
  const clientId = chosen ?? own;
  return (
    <>
      {seesAllClients && (
        <div className={classes.toolbar}>
          <ClientSelect value={clientId} onChange={choose} />
        </div>
      )}
      {clientId ? children(clientId) : <ChooseClient onChoose={choose}>{note}</ChooseClient>}
    </>
  );
}
