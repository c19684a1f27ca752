import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { MessageTemplate } from '#shared/leads/message-templates.ts';
import { TemplateList } from '#web/features/message-templates/TemplateList.tsx';
import classes from '#web/features/message-templates/TemplateSettings.module.css';
import { useTemplates } from '#web/leads/messages/useTemplates.ts';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

const TemplateDialog = loadable(
  async () => (await import('#web/features/message-templates/TemplateDialog.tsx')).TemplateDialog,
);

/** The template being edited, or `new`. */
type Open = 'new' | MessageTemplate;

/** The message templates of a client. */
export function TemplateSettings({ clientId }: { clientId: string }) {
  const { data, isPending, error, refetch } = useTemplates(clientId);
  const [open, setOpen] = useState<Open>();
  const add = (
    <Button leftSection={<Plus size={15} aria-hidden="true" />} onClick={() => setOpen('new')}>
      Add Template
    </Button>
  );
  const templates = data?.data;
  return (
    <section className={classes.page} aria-label="Message templates">
      {isPending && <PartNote isLive>Loading templates...</PartNote>}
      {error && !templates && (
        <StateMessage
          icon={CircleAlert}
          title="Failed to load the templates"
          isFailure
          actions={<Button onClick={() => void refetch()}>Try Again</Button>}
        >
          {messageOf(error, 'Please try again.')}
        </StateMessage>
      )}
      {templates?.length === 0 && (
        <StateMessage icon={MessageSquareText} title="No templates yet" actions={add}>
          Write a message once and send it filled in for each lead.
        </StateMessage>
      )}
      {templates && templates.length > 0 && (
        <>
          <div className={classes.top}>{add}</div>
          <TemplateList templates={templates} clientId={clientId} onEdit={setOpen} />
        </>
      )}
      {open && (
        <TemplateDialog
          template={open === 'new' ? undefined : open}
          clientId={clientId}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}
