import { useMutation } from '@tanstack/react-query';
import { Download, FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PagedList } from '../../lib/api/paged-list.ts';
import { type CsvColumns, csvBlob, csvFileName, readCsv } from '../../lib/csv.ts';
import { Button } from '../button.tsx';
import { counted } from '../count.ts';
import { downloadFile } from '../download-file.ts';
import { useLeaveWarning } from '../overlays/leave-guard.tsx';
import { toast, toastFailure, toastSuccess } from '../overlays/toast.ts';

const SHOWN_EVERY_MS = 200;

interface ListFile<Row> {
  label?: string;
  /** File name without date and extension. */
  name: string;
  columns: CsvColumns<Row>;
  fetchAll: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

export interface ExportButtonsProps<Row extends { id: string }> {
  list: PagedList<Row>;
  file: ListFile<Row>;
  thing: string;
  things: string;
}

function useExportAll<Row extends { id: string }>({
  file: { name, fetchAll },
  thing,
  things,
}: ExportButtonsProps<Row>) {
  const [rows, setRows] = useState(0);
  const running = useRef<AbortController>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      let shownAt = 0;
      return readCsv(await fetchAll(signal), (count) => {
        if (performance.now() - shownAt < SHOWN_EVERY_MS) return;
        shownAt = performance.now();
        setRows(count);
      });
    },
    onSuccess: ({ file, rows: count }) => {
      downloadFile(csvFileName(name), file);
      toastSuccess('Export complete', `${counted(count, thing, things)} saved`);
    },
    onError: (error, signal) => {
      if (signal.aborted) return toast({ title: 'Export cancelled' });
      toastFailure('Export failed', error, 'The connection was lost. Please try again.');
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    rows,
    isPending,
    start: () => {
      running.current = new AbortController();
      setRows(0);
      mutate(running.current.signal);
    },
    cancel: () => running.current?.abort(),
  };
}

export function ExportButtons<Row extends { id: string }>(props: ExportButtonsProps<Row>) {
  const { list, file } = props;
  const { label = 'Export', name, columns } = file;
  const all = useExportAll(props);
  const allButton = useRef<HTMLButtonElement>(null);
  const nothing = list.items.length === 0;
  useLeaveWarning(all.isPending);
  const exportShown = () => downloadFile(csvFileName(name), csvBlob(columns, list.items));
  const cancel = () => {
    all.cancel();
    allButton.current?.focus();
  };
  return (
    <>
      {all.isPending ? (
        <Button key="cancel" variant="ghost" onClick={cancel} className="px-3!">
          Cancel
        </Button>
      ) : (
        <Button
          key="shown"
          variant="ghost"
          disabled={nothing || list.isPlaceholderData}
          onClick={exportShown}
          className="px-3!"
        >
          <Download size={16} aria-hidden />
          {label}
        </Button>
      )}
      <Button
        ref={allButton}
        variant="ghost"
        disabled={nothing && !list.hasNextPage && !all.isPending}
        pending={all.isPending}
        onClick={all.start}
        className="px-3! tabular-nums"
      >
        {all.isPending ? (
          <>
            {/* Screen readers keep the button's name instead of a running count. */}
            <span className="sr-only">Export all</span>
            <span aria-hidden>{all.rows.toLocaleString('en')} rows…</span>
          </>
        ) : (
          <>
            <FileDown size={16} aria-hidden />
            Export all
          </>
        )}
      </Button>
    </>
  );
}
