import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { clients } from '#shared/installation/clients.ts';
import { inMegabytes } from '#shared/values/numbers.ts';
import classes from '#web/features/clients/ArchiveDownload.module.css';
import { ProgressBar } from '#web/ui/states/ProgressBar.tsx';
import { receiveFile } from '#web/api/receive-file.ts';
import { openStream } from '#web/api/stream.ts';
import { messageOf } from '#web/lib/errors.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const TYPE = 'application/zip';

/** Saves the archive of a client as a file. Offers the bytes received so far, and a way to stop it. */
function useArchive(clientId: string, onSaved: () => void = () => {}) {
  const [bytes, setBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const cancel = () => running.current?.abort();
  const run = async () => {
    const { signal } = (running.current = new AbortController());
    let come = 0;
    setBytes(come);
    const onPart = (part: Uint8Array) => setBytes((come += part.byteLength));
    try {
      const accept = `${TYPE}, application/json`;
      const response = await openStream(clients.archive, { params: { id: clientId } }, { accept, signal });
      const { file, name } = await receiveFile(response, { type: TYPE, signal, onPart });
      saveFile(file, name ?? 'archive.zip');
      showSuccess('All data downloaded');
      onSaved();
    } catch (error) {
      if (!signal.aborted) showFailure(messageOf(error, 'Please try again.'), 'Failed to download the data');
    }
    setBytes(undefined);
  };
  // Stops the download when the component unmounts.
  useEffect(() => cancel, []);
  return { bytes, run, cancel };
}

type Props = { clientId: string; onSaved?: () => void };

/** Explains what the file of all data contains, and saves it. */
export function ArchiveDownload({ clientId, onSaved }: Props) {
  const { bytes, run, cancel } = useArchive(clientId, onSaved);
  const isBusy = bytes !== undefined;
  return (
    <div className={classes.archive}>
      <p>
        A ZIP file with one table each for leads, calls, follow-ups, notes, products, history and the rest.
        Any spreadsheet program opens them, and the operator of LMS can restore everything from it. It
        contains no passwords or API keys.
      </p>
      {isBusy && (
        <ProgressBar label="Downloading..." percent={undefined} detail={inMegabytes(bytes, 1_048_576)} />
      )}
      <div className={classes.actions}>
        {isBusy && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button loading={isBusy} onClick={() => void run()}>
          Download All Data
        </Button>
      </div>
    </div>
  );
}
