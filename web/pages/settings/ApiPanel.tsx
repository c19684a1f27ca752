import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { KeysPanel } from '#web/pages/settings/KeysPanel.tsx';
import { ServiceTokensPanel } from '#web/pages/settings/ServiceTokensPanel.tsx';
import { SourcesPanel } from '#web/pages/settings/SourcesPanel.tsx';
import { WebhooksPanel } from '#web/pages/settings/WebhooksPanel.tsx';
import classes from '#web/ui/lists/Toolbar.module.css';

const PARTS = {
  keys: { label: 'API Keys', Panel: KeysPanel },
  sources: { label: 'Sources', Panel: SourcesPanel },
  tokens: { label: 'Service Tokens', Panel: ServiceTokensPanel },
  webhooks: { label: 'Webhooks', Panel: WebhooksPanel },
} as const;
type Part = keyof typeof PARTS;
const isPart = (part: string): part is Part => Object.hasOwn(PARTS, part);

/**
 * Access for other programs: keys for websites, sources of leads, tokens for the company's programs, and
 * webhooks.
 */
export function ApiPanel() {
  const [params, setParams] = useSearchParams();
  const part = params.get('part') ?? '';
  const shown: Part = isPart(part) ? part : 'keys';
  const { Panel } = PARTS[shown];
  return (
    <>
      <div className={classes.toolbar}>
        <div role="group" aria-label="Part" className={classes.switch}>
          {(Object.keys(PARTS) as Part[]).map((each) => (
            <Button
              key={each}
              variant="subtle"
              color="gray"
              aria-pressed={each === shown}
              onClick={() => setParams(each === 'keys' ? {} : { part: each }, { replace: true })}
            >
              {PARTS[each].label}
            </Button>
          ))}
        </div>
      </div>
      <Panel />
    </>
  );
}
