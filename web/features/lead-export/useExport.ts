import { useRef, useState } from 'react';
import type { ExportFormat } from '#shared/leads/lead-export.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { exportFile } from '#web/features/lead-export/export-file.ts';
import type { ExportProgress } from '#web/features/lead-export/export-file.ts';
import { filterQuery } from '#web/leads/list/list-query.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { messageOf } from '#web/lib/errors.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

type Wanted = { format: ExportFormat; withNotes: boolean; columns: readonly FieldKey[] | undefined };

/** Runs an export: progress while it runs, the file at the end, and a way to stop it. */
export function useExport(onSaved: () => void) {
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);

  const run = async (state: ListState, { format, withNotes, columns }: Wanted) => {
    running.current = new AbortController();
    const { signal } = running.current;
    setProgress({ share: undefined, rows: undefined, total: undefined, bytes: 0 });
    try {
      const { sort_by, sort_order } = state;
      const query = {
        ...filterQuery(state),
        sort_by,
        sort_order,
        format,
        ...(withNotes && { with_notes: 'true' as const }),
        ...(columns && { columns: columns.join(',') }),
      };
      const { file, name } = await exportFile(query, setProgress, signal);
      saveFile(file, name);
      showSuccess(`Leads exported successfully as ${format.toUpperCase()}`);
      onSaved();
    } catch (error) {
      if (!signal.aborted) showFailure(`Export failed: ${messageOf(error, 'Unknown error')}`);
    }
    setProgress(undefined);
  };
  return { progress, run, cancel: () => running.current?.abort() };
}
