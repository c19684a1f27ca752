import { usePageKeyList } from '#web/lib/page-keys.ts';
import classes from '#web/shell/dialogs/KeysDialog.module.css';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

const NAMES: Readonly<Record<string, string>> = {
  Control: navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl',
};

/** All keys of the current page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const keys = usePageKeyList();
  return (
    <Dialog title="Keyboard shortcuts" size="small" onClose={onClose}>
      <dl className={classes.keys}>
        {keys.map((key) => (
          <div key={key.keys} className={classes.key}>
            <dt>
              {key.keys.split('+').map((part) => (
                <kbd key={part}>{NAMES[part] ?? part}</kbd>
              ))}
            </dt>
            <dd>{key.does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
