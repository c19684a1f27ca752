import { Button } from '@mantine/core';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useState } from 'react';
import { leadImport } from '#shared/leads/lead-import.ts';
import type { Delimiter } from '#shared/leads/lead-import.ts';
import { download } from '#web/api/send.ts';
import classes from './FileStep.module.css';
import { ImportProgressBar } from './ImportProgressBar.tsx';
import { PasteRows } from './PasteRows.tsx';
import { fileProblem } from '#web/features/lead-import/file-check.ts';
import type { Import } from '#web/features/lead-import/useImport.ts';
import { messageOf } from '#web/lib/errors.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { DropZone } from '#web/ui/fields/DropZone.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

/** Asks for the file, and for the client if the user has none. */
export function FileStep({ wizard }: { wizard: Import }) {
  const { seesAllClients } = useUser();
  const { request, progress, error } = wizard.state;
  const [problem, setProblem] = useState<string>();
  const needsClient = seesAllClients && !request.clientId;
  const take = (file: File, delimiter?: Delimiter) => {
    const found = fileProblem(file);
    setProblem(found);
    const fresh = {
      file,
      mapping: undefined,
      encoding: undefined,
      delimiter,
      sheet: undefined,
      date_order: undefined,
      chosen: undefined,
      sharers: undefined,
    };
    if (!found) void wizard.preview(fresh, 'columns');
  };
  return (
    <div className={classes.step}>
      {seesAllClients && (
        <ClientSelect
          label="Import into"
          value={request.clientId}
          onChange={(clientId) => wizard.setOptions({ clientId, chosen: undefined, sharers: undefined })}
          description="Every lead of the file goes to this client."
          required
          // The file is being read for this client.
          disabled={progress !== undefined}
        />
      )}
      {progress ? (
        <ImportProgressBar progress={progress} onCancel={wizard.cancel} />
      ) : (
        <DropZone inputLabel="Choose a file" isDisabled={needsClient} onFile={(file) => take(file)}>
          <FileSpreadsheet size={28} aria-hidden="true" />
          <span className={classes.call}>
            {needsClient ? 'Select a client first' : 'Drop a file here, or choose one'}
          </span>
          <span className={classes.hint}>CSV, XLSX or XLS. Maximum file size 10MB.</span>
        </DropZone>
      )}
      {!progress && (
        <PasteRows
          text={request.pasted ?? ''}
          onChange={(pasted) => wizard.setOptions({ pasted })}
          onFile={take}
          isDisabled={needsClient}
        />
      )}
      {(problem ?? error) && (
        <p className={classes.problem} role="alert">
          {problem ?? error}
        </p>
      )}
      <div className={classes.sample}>
        <p>Exports of other CRMs work as they are. You check the columns next.</p>
        <Button variant="subtle" size="xs" onClick={() => void downloadSample(request.clientId)}>
          Download Sample
        </Button>
      </div>
    </div>
  );
}

/** Downloads the sample file, with the client's titles if one is chosen. */
async function downloadSample(clientId: string | null): Promise<void> {
  try {
    saveFile(await download(leadImport.sample, { query: clientId ? { clientId } : {} }), 'leads-sample.csv');
    showSuccess('Sample template downloaded successfully');
  } catch (error) {
    showFailure(`Failed to download sample template: ${messageOf(error, 'An error occurred')}`);
  }
}
