import { ImportProgressBar } from '#web/features/lead-import/ImportProgressBar.tsx';
import type { Import } from '#web/features/lead-import/useImport.ts';

/** The import runs; cancelling takes everything back. */
export function RunStep({ wizard }: { wizard: Import }) {
  const { progress } = wizard.state;
  return progress ? <ImportProgressBar progress={progress} onCancel={wizard.cancel} /> : null;
}
