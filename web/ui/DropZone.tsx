import { useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import classes from '#web/ui/DropZone.module.css';

type Props = {
  /** The name of the file input itself. */
  inputLabel: string;
  isDisabled: boolean;
  /** Takes the first of the files; the caller decides which kinds are allowed. */
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A button that opens the file dialog, and takes dropped files. */
export function DropZone({ inputLabel, isDisabled, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const over = (event: DragEvent) => {
    if (isDisabled) return;
    // Otherwise the browser would open the file in the page's place.
    event.preventDefault();
    setIsOver(true);
  };
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
          event.preventDefault();
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
          // The same file, corrected meanwhile, may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
