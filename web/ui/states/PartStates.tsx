import type { ReactNode } from 'react';
import type { Source } from '#web/ui/lists/ListStates.tsx';
import { PartFailure } from './PartFailure.tsx';
import { PartNote } from './PartNote.tsx';

type Props<Data> = {
  source: Source<Data>;
  loading: string;
  failure: string;
  className?: string | undefined;
  children: (data: Data) => ReactNode;
};

/** A part of a page while it loads and after a failure; its rows as soon as there are any. */
export function PartStates<Data>({ source, loading, failure, className, children }: Props<Data>) {
  return (
    <>
      {source.isPending && (
        <PartNote isLive className={className}>
          {loading}
        </PartNote>
      )}
      {source.isError && (
        <PartFailure className={className} onRetry={() => void source.refetch()}>
          {failure}
        </PartFailure>
      )}
      {source.data !== undefined && children(source.data)}
    </>
  );
}
