import Building2 from 'lucide-react/icons/building-2';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import classes from '#web/pickers/ChooseClient.module.css';
import { CreateCompany } from '#web/pickers/CreateCompany.tsx';
import { useHasClients } from '#web/pickers/useClients.ts';
import { useUsualClient } from '#web/pickers/useUsualClient.ts';
import { NO_COMPANY, isPlaceless } from '#web/session/company-of.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

type Props = {
  onChoose: (clientId: string) => void;
  /** The select, unless it is elsewhere on the page. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * Shown instead of content that belongs to one client until a client is chosen. The usual one is chosen
 * automatically; the first one is created here.
 */
export function ChooseClient({ onChoose, actions, children }: Props) {
  const hasClients = useHasClients();
  const usual = useUsualClient(true);
  const isWithout = isPlaceless(useUser());
  const take = useEffectEvent(onChoose);
  useEffect(() => {
    if (usual) take(usual);
  }, [usual]);
  if (isWithout)
    return (
      <StateMessage icon={Building2} title="No company yet">
        {NO_COMPANY}
      </StateMessage>
    );
  if (!hasClients) return <FirstCompany onCreated={onChoose} />;
  return (
    <StateMessage icon={Building2} title="Choose a client" actions={actions}>
      {children}
    </StateMessage>
  );
}

/** The first step in an installation that has no client yet. */
function FirstCompany({ onCreated }: { onCreated: (clientId: string) => void }) {
  if (!useCan('clients.manage'))
    return (
      <StateMessage icon={Building2} title="No company yet">
        Ask a Super Admin to create one.
      </StateMessage>
    );
  return (
    <section className={classes.first} aria-labelledby="first-company">
      <h2 id="first-company" className={classes.title}>
        Create your company
      </h2>
      <p className={classes.text}>Leads, people and settings belong to a company.</p>
      <CreateCompany onCreated={onCreated} />
    </section>
  );
}
