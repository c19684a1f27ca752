import { useEffect, useRef, useState } from 'react';
import { clients } from '#shared/clients.ts';
import { receiveFile } from '#web/api/receive-file.ts';
import { openStream } from '#web/api/stream.ts';
import { messageOf } from '#web/lib/errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const TYPE = 'application/zip';

/** Saves the archive of a client as a file. Offers the bytes received so far, and a way to stop it. */
export function useArchive(clientId: string, onSaved: () => void = () => {}) {
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
      if (!signal.aborted) showFailure(messageOf(error, 'Please try again.'), 'Download failed');
    }
    setBytes(undefined);
  };
  // Stops the download when the component unmounts.
  useEffect(() => cancel, []); // oxlint-disable-line react-hooks/exhaustive-deps -- only when the part goes
  return { bytes, run, cancel };
}
