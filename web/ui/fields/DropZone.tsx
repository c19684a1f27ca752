import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import classes from './DropZone.module.css';

type Props = {
  /** The name of the file input itself. */
  inputLabel: string;
  isDisabled: boolean;
  /** Called with the first of the files. The caller decides which types are allowed. */
  onFile: (file: File) => void;
  children: ReactNode;
};

/** The browser would open a file dropped next to the zone in place of the page. */
const keepPage = (event: Event) => event.preventDefault();

/** A button that opens the file dialog and accepts dropped files. */
export function DropZone({ inputLabel, isDisabled, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', keepPage);
    return () => {
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', keepPage);
    };
  }, []);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const over = () => setIsOver(!isDisabled);
  return (
    <>
      <button
        type="button"
        className={classes.zone}
        disabled={isDisabled}
        data-over={isOver || undefined}
        onClick={() => input.current?.click()}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={inputLabel}
        disabled={isDisabled}
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again after it has been corrected.
          event.target.value = '';
        }}
      />
    </>
  );
}
