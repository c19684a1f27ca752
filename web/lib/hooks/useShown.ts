import { useEffect, useRef } from 'react';

/** The id that the component shows now, and undefined once it is gone: for calls whose answer may come much later. */
export function useShown(id: string): () => string | undefined {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = id;
    return () => void (shown.current = undefined);
  }, [id]);
  return () => shown.current;
}
