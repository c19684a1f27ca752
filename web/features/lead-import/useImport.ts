import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { LEAD_CONFIG_KEY, fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import type { ColumnTarget, ImportPreview, ImportValues, MappedField } from '#shared/leads/lead-import.ts';
import type { StatusMeaning } from '#shared/fields/lead-options.ts';
import { useReadAgain, useSend } from '#web/api/query.ts';
import { previewImport, runImport } from '#web/features/lead-import/import-calls.ts';
import type { Finished, ImportRequest, Progress, Rejected } from '#web/features/lead-import/import-calls.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';
import { send } from '#web/api/send.ts';
import { useUser } from '#web/session/useSession.ts';

export type ImportStep = 'file' | 'columns' | 'check' | 'running' | 'result';
export type ImportProgress = { label: string; percent: number };

const PHASES = {
  uploading: 'Uploading the file',
  reading: 'Reading the rows',
  checking: 'Looking for duplicates',
  writing: 'Saving the leads',
};

const CANCELLED_LATE = 'Cancelled. If it had already finished, undo it under Settings → General → History.';

/** The texts and choices the user has entered. */
type Asked = {
  /** By field: values of the file and the choices for them. */
  chosen?: Partial<Record<MappedField, Record<string, string>>> | undefined;
  /** Pasted rows, instead of a file. */
  pasted?: string;
};
type Mapping = { values: ImportValues; added: Readonly<Record<string, StatusMeaning>> };

type State = {
  step: ImportStep;
  request: Omit<ImportRequest, 'file' | 'values'> & Asked & { file?: File };
  preview?: ImportPreview;
  /** The running step; absent while the user is choosing. */
  progress?: ImportProgress;
  rejected: Rejected[];
  result?: Finished;
  error?: string;
};

const FRESH: State = {
  step: 'file',
  request: { clientId: null, skip_duplicates: true, update_existing: false, distribute: false },
  rejected: [],
};

/** Reads the file and replaces an older reading. Returns undefined when a newer one has replaced this one. */
async function readFile(
  request: ImportRequest,
  running: RefObject<AbortController | undefined>,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportPreview | undefined> {
  const older = running.current;
  const controller = new AbortController();
  running.current = controller;
  older?.abort();
  const isCurrent = () => running.current === controller;
  const onUpload = (percent: number) => {
    const label = percent < 100 ? PHASES.uploading : PHASES.reading;
    if (isCurrent()) onProgress({ label, percent: percent * 0.6 });
  };
  try {
    const found = await previewImport(request, onUpload, controller.signal);
    return isCurrent() ? found : undefined;
  } catch (error) {
    if (isCurrent()) throw error;
    return undefined;
  }
}

/** The import from file to result: its state, and the steps in between. */
export function useImport() {
  const [state, setState] = useState(FRESH);
  const readAgain = useReadAgain(leadImport.run);
  const addStatuses = useAddStatuses();
  const running = useRef<AbortController>(undefined);
  const change = (part: Partial<State>) => setState((current) => ({ ...current, ...part }));
  const changeRequest = (part: Partial<State['request']>) =>
    setState((current) => ({ ...current, request: { ...current.request, ...part } }));

  const fail = (error: unknown, step: ImportStep, isWriting = false) => {
    if (running.current?.signal.aborted) {
      change({ step, progress: undefined });
      showSuccess(isWriting ? CANCELLED_LATE : 'The import was cancelled');
      return;
    }
    const message = `Import failed: ${messageOf(error, 'An error occurred')}`;
    showFailure(message);
    change({ step, progress: undefined, error: message });
  };

  /** Reads the file with the current options and continues to `next`. */
  const preview = async (part: Partial<State['request']>, next: 'columns' | 'check') => {
    const request = { ...state.request, ...part };
    const { file } = request;
    if (!file) return;
    changeRequest(part);
    change({ error: undefined, progress: { label: PHASES.uploading, percent: 0 } });
    try {
      const found = await readFile({ ...request, file }, running, (progress) => change({ progress }));
      if (!found) return;
      // Choices that the user has made meanwhile stay.
      changeRequest({ mapping: found.columns.map(({ target }) => target) });
      change({ preview: found, step: next, progress: undefined });
    } catch (error) {
      fail(error, state.step);
      // The screen still shows the reading with the earlier options.
      if (state.step !== 'file') changeRequest(earlier(state.request, part));
    }
  };

  const run = async ({ values, added }: Mapping) => {
    const { file } = state.request;
    if (!file) return;
    const rejected: Rejected[] = [];
    let isWriting = false;
    running.current = new AbortController();
    change({ step: 'running', error: undefined, progress: { label: PHASES.uploading, percent: 0 } });
    try {
      await addStatuses(added, state.request.clientId);
      const onProgress = ({ phase, percent }: Progress) => {
        isWriting = phase === 'writing';
        change({ progress: { label: PHASES[phase], percent } });
      };
      const listen = { onProgress, onRejected: (row: Rejected) => void rejected.push(row) };
      const { signal } = running.current;
      const result = await runImport({ ...state.request, values, file }, listen, signal);
      change({ step: 'result', progress: undefined, result, rejected });
      showSuccess(result.message);
    } catch (error) {
      fail(error, 'check', isWriting);
    }
    // An import that failed or was cancelled at the last moment may still have been written, so load the
    // leads again.
    await readAgain();
  };

  return {
    state,
    preview,
    run,
    setMapping: (mapping: ColumnTarget[]) => changeRequest({ mapping }),
    setOptions: changeRequest,
    goTo: (step: ImportStep) => change({ step, error: undefined }),
    cancel: () => running.current?.abort(),
    restart: () => setState(FRESH),
  };
}

export type Import = ReturnType<typeof useImport>;

/** The values that `part` replaces. */
const earlier = (request: State['request'], part: Partial<State['request']>) =>
  Object.fromEntries((Object.keys(part) as (keyof typeof part)[]).map((key) => [key, request[key]]));

/** Adds statuses of a file to a client's options before the import, each with its meaning. */
function useAddStatuses() {
  const { clientId: own } = useUser();
  const { mutateAsync } = useSend(fieldConfiguration.update);
  return async (added: Readonly<Record<string, StatusMeaning>>, chosen: string | null): Promise<void> => {
    const clientId = chosen ?? own;
    if (Object.keys(added).length === 0 || !clientId) return;
    const params = { tenantId: clientId };
    const { data } = await send(fieldConfiguration.get, { params }, {});
    const current = data.configurations.find(({ config_key }) => config_key === LEAD_CONFIG_KEY);
    if (!current) return;
    const { status } = current.effective_value;
    const { options = [] } = status;
    const known = new Set(options.map(({ value }) => value));
    const fresh = Object.entries(added)
      .filter(([value]) => !known.has(value))
      .map(([value, meaning]) => ({ value, label: value, meaning }));
    if (fresh.length === 0) return;
    const config_value = { status: { ...status, options: [...options, ...fresh] } };
    await mutateAsync({ params, body: { config_value, version: current.version } });
  };
}
