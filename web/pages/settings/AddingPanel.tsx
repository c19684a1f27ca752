import { useState } from 'react';
import type { ComponentType } from 'react';
import type { ChangeListParams } from '#web/lib/hooks/useListParams.ts';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { AddButton } from '#web/ui/AddButton.tsx';
import classes from '#web/ui/lists/Toolbar.module.css';

type Open<Popup> = { onOpen: (popup: Popup | { kind: 'add' }) => void };
type Props<Popup> = {
  /** The label of the button that opens the popup for a new row. */
  label: string;
  List: ComponentType<Open<Popup> & { page: number; onChange: ChangeListParams }>;
  Popups: ComponentType<Open<Popup> & { popup: Popup | { kind: 'add' }; onClose: () => void }>;
};

/** A list in the settings, the button for a new row above it, and the open popup. */
export function AddingPanel<Popup extends { kind: string }>({ label, List, Popups }: Props<Popup>) {
  const [params, change] = useListParams();
  const [popup, setPopup] = useState<Popup | { kind: 'add' }>();
  const open = (next: Popup | { kind: 'add' }) => setPopup(next);
  return (
    <>
      <div className={classes.toolbar}>
        <AddButton onClick={() => open({ kind: 'add' })}>{label}</AddButton>
      </div>
      <List page={params.page} onChange={change} onOpen={open} />
      {popup && <Popups popup={popup} onOpen={open} onClose={() => setPopup(undefined)} />}
    </>
  );
}
