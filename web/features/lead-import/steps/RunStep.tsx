import { ImportProgressBar } from './ImportProgressBar.tsx';
import type { Import } from '#web/features/lead-import/useImport.ts';

/** The import is running. Cancelling undoes all of it. */
export function RunStep({ wizard }: { wizard: Import }) {
  const { progress } = wizard.state;
  return progress ? <ImportProgressBar progress={progress} onCancel={wizard.cancel} /> : null;
}
