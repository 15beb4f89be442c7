import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useWindowEvent } from '../use-window-event.ts';

interface FileDropProps {
  label: string;
  hint: string;
  accept: string;
  onFile: (file: File) => void;
}

const refuse = (event: Event) => event.preventDefault();

export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
  const [over, setOver] = useState(false);
  // The browser would open a file that is dropped beside the box.
  useWindowEvent('dragover', refuse);
  useWindowEvent('drop', refuse);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <label
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className="flex flex-col items-center rounded-control border border-control border-dashed px-4 py-8 text-center transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent-ink data-[over=true]:border-accent data-[over=true]:bg-accent-soft"
    >
      <FileUp size={20} className="mb-2 text-muted" aria-hidden />
      <span className="font-medium">{label}</span>
      <span className="text-12 text-muted">{hint}</span>
      <input
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So that the same file can be chosen again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
