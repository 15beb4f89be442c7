import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, compactClass } from '../../../ui/button.tsx';
import { countedNumber, countedTotal } from '../../../ui/count.ts';
import { OutdatedNote } from '../../../ui/feedback/notice.tsx';
import { CheckboxField } from '../../../ui/fields/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { ProgressDialog } from '../../../ui/overlays/progress-dialog.tsx';
import type { Selection } from '../../../ui/rows/selection.ts';
import { type GuestLogList, useDeleteLogs, useGuestLogTotal } from '../api.ts';

interface LogToolbarProps {
  titleId: string;
  list: GuestLogList;
  selection: Selection;
  canDelete: boolean;
}

/** Deleting more entries takes a while, so the page asks the admin to stay. */
const LONG = 1000;

const UNDO = 'This action cannot be undone.';

/** Ticked entries that are no longer listed are not deleted: an admin deletes only what they see. */
export function LogToolbar({ titleId, list, selection, canDelete }: LogToolbarProps) {
  const [asking, setAsking] = useState<'selected' | 'all' | null>(null);
  const remove = useDeleteLogs();
  const selected = selection.shown.length;
  const total = useGuestLogTotal(list);
  const isLong = asking === 'all' ? list.hasNextPage : selected > LONG;
  const carryOut = () => {
    if (isLong) setAsking(null);
    remove.mutate(asking === 'all' ? 'all' : selection.shown, {
      onSuccess: selection.clear,
      onSettled: () => setAsking(null),
    });
  };
  return (
    <div className="-mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-4 md:sticky md:top-16 md:z-10 lg:-mx-8 lg:px-8">
      <h2 id={titleId} className="font-semibold">
        Guest log
      </h2>
      {!list.isPending && total && (
        <p className="rounded-small bg-hover px-2 py-1 text-12 font-medium text-muted tabular-nums">
          {countedTotal(total, 'entry', 'entries')}
        </p>
      )}
      {list.isRefetchError && <OutdatedNote />}
      {canDelete && list.items.length > 0 && (
        <>
          <CheckboxField
            label="Select all logs"
            checked={selection.all}
            indeterminate={selection.some}
            onChange={selection.toggleAll}
          />
          <div className="ms-auto flex flex-wrap gap-2">
            {selected > 0 && (
              <Button variant="danger" onClick={() => setAsking('selected')} className={compactClass}>
                <Trash2 size={14} aria-hidden />
                Delete Selected ({selected.toLocaleString('en')})
              </Button>
            )}
            <Button variant="secondary" onClick={() => setAsking('all')} className={compactClass}>
              <Trash2 size={14} aria-hidden />
              Delete All{total && ` (${countedNumber(total)})`}
            </Button>
          </div>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === 'all' ? 'Delete all logs' : 'Delete selected logs'}
          description={
            asking === 'all'
              ? `Are you sure you want to delete all ${total ? `${countedNumber(total)} ` : ''}activity logs? ${UNDO}`
              : `Are you sure you want to delete ${selected.toLocaleString('en')} selected activity logs? ${UNDO}`
          }
          confirm={asking === 'all' ? 'Delete all' : 'Delete selected'}
          destroys
          pending={remove.isPending}
          onConfirm={carryOut}
          onCancel={() => setAsking(null)}
        />
      )}
      {remove.isPending && asking === null && (
        <ProgressDialog
          title={`Deleting activity logs…${remove.done > 0 ? ` ${remove.done.toLocaleString('en')}` : ''}`}
        />
      )}
    </div>
  );
}
