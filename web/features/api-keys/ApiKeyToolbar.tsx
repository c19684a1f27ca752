import { Button } from '@mantine/core';
import CodeXml from 'lucide-react/icons/code-xml';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import type { ApiKey } from '#shared/accounts/api-keys.ts';
import { useSend } from '#web/api/query.ts';
import type { OpenApiPopup } from '#web/features/api-keys/api-popup.ts';
import classes from '#web/ui/lists/Toolbar.module.css';
import { sayOutcome, showFailure, showSuccess } from '#web/ui/states/toast.ts';
import { AddButton } from '#web/ui/AddButton.tsx';

type Props = { selected: ApiKey | undefined; onOpen: OpenApiPopup };

/** The actions on keys. The last three need a selected key. */
export function ApiKeyToolbar({ selected, onOpen }: Props) {
  const test = useSend(apiKeys.test);
  const withKey = (doing: string, then: (key: ApiKey) => void) => () =>
    selected ? then(selected) : showFailure(`Please select an API key to ${doing}.`);
  const sendTest = ({ id, client_name }: ApiKey) =>
    void sayOutcome(test.mutateAsync({ body: { api_key_id: id } }), {
      done: () =>
        showSuccess(`It is among the leads of ${client_name}: Test enquiry.`, 'The test lead has arrived'),
      failed: 'Failed to send the test lead',
    });
  return (
    <div className={classes.toolbar}>
      <AddButton onClick={() => onOpen({ kind: 'create' })}>Create API Key</AddButton>
      <Button
        variant="default"
        onClick={withKey('rotate', (apiKey) => onOpen({ kind: 'rotate', apiKey }))}
        aria-haspopup="dialog"
      >
        Rotate Key
      </Button>
      <Button
        variant="default"
        onClick={withKey('deactivate', (apiKey) => onOpen({ kind: 'deactivate', apiKey }))}
        aria-haspopup="dialog"
      >
        Deactivate Key
      </Button>
      <Button variant="default" onClick={withKey('test', sendTest)} loading={test.isPending}>
        Send Test
      </Button>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<CodeXml size={15} aria-hidden="true" />}
        onClick={() => onOpen({ kind: 'snippet' })}
        aria-haspopup="dialog"
      >
        Form Snippet
      </Button>
    </div>
  );
}
