import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { KeysPanel } from '#web/pages/settings/KeysPanel.tsx';
import { WebhooksPanel } from '#web/pages/settings/WebhooksPanel.tsx';
import classes from '#web/ui/Toolbar.module.css';

const PARTS = { keys: 'API Keys', webhooks: 'Webhooks' } as const;
type Part = keyof typeof PARTS;

/** The ways in and out for other programs: keys with which websites send leads, and addresses that are told of events. */
export function ApiPanel() {
  const [params, setParams] = useSearchParams();
  const shown: Part = params.get('part') === 'webhooks' ? 'webhooks' : 'keys';
  return (
    <>
      <div className={classes.toolbar}>
        <div role="group" aria-label="Part" className={classes.switch}>
          {(Object.keys(PARTS) as Part[]).map((part) => (
            <Button
              key={part}
              variant="subtle"
              color="gray"
              aria-pressed={part === shown}
              onClick={() => setParams(part === 'keys' ? {} : { part }, { replace: true })}
            >
              {PARTS[part]}
            </Button>
          ))}
        </div>
      </div>
      {shown === 'webhooks' ? <WebhooksPanel /> : <KeysPanel />}
    </>
  );
}
