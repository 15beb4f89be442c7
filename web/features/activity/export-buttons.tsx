import { Download, FileDown } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { useStayOnPage } from '../../ui/overlays/stay-on-page.tsx';
import { type ActivityListState, useExportAll } from './api.ts';
import { activityCsv, csvName } from './csv.ts';
import type { Filters } from './filters.ts';

/** What is in the list right now, made in the browser; or everything that matches, from the server. */
export function ExportButtons({ list, filters }: { list: ActivityListState; filters: Filters }) {
  const all = useExportAll();
  const allButton = useRef<HTMLButtonElement>(null);
  const nothing = list.items.length === 0;
  useStayOnPage(all.isPending);
  const exportShown = () =>
    downloadFile(csvName(), new Blob([activityCsv(list.items)], { type: 'text/csv;charset=utf-8' }));
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
          Export
        </Button>
      )}
      <Button
        ref={allButton}
        variant="ghost"
        disabled={nothing && !list.hasNextPage && !all.isPending}
        pending={all.isPending}
        onClick={() => all.start(filters)}
        className="px-3! tabular-nums"
      >
        {all.isPending ? (
          <>
            {/* The name of the button stays: a count that changes all the time is nothing to listen to. */}
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
