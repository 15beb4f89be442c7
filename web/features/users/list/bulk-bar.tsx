import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BULK_MAX, type UserFilter } from '../../../../contract/users.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { counted } from '../../../ui/count.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { ProgressDialog } from '../../../ui/overlays/stay-on-page.tsx';
import { toastFailure } from '../../../ui/overlays/toast.ts';
import type { Selection } from '../../../ui/rows/selection.ts';
import { describeBulk } from '../actions.tsx';
import { findMatchingIds, SELECTED_MAX, type UserAction, useBulkAction } from '../api.ts';

const choices = [
  [
    { value: 'active', label: 'Set active' },
    { value: 'suspended', label: 'Set suspended' },
    { value: 'needs_auth', label: 'Set needs auth' },
  ],
  [
    { value: 'user', label: 'Make user' },
    { value: 'admin', label: 'Make admin' },
  ],
  [{ value: 'delete', label: 'Delete' }],
] as const;

interface BulkBarProps {
  selection: Selection;
  filter: UserFilter;
  /** There are users that match and are not in the list yet. */
  hasMore: boolean;
}

/** Slides up when somebody is selected. Its dialogs stay until what they are about is over. */
export function BulkBar({ selection, filter, hasMore }: BulkBarProps) {
  const [action, setAction] = useState<UserAction | ''>('');
  const [asking, setAsking] = useState(false);
  const bulk = useBulkAction(selection.drop);
  const total = bulk.variables?.ids.size ?? 0;
  const matching = useMatchingIds(filter, selection.select);
  const { ids, shown } = selection;
  const isOnlyShown = shown.length === ids.size;
  const question = action && describeBulk(action, ids.size);
  const start = () => {
    setAsking(false);
    if (action) bulk.mutate({ ids, action }, { onSuccess: () => setAction('') });
  };
  const clear = () => {
    matching.stop();
    selection.clear();
    setAction('');
  };
  return (
    <>
      <p role="status" className="sr-only">
        {ids.size > 0 && `${counted(ids.size, 'user')} selected`}
      </p>
      {ids.size > 0 && (
        <section
          aria-label="Selected users"
          data-bottom-bar
          className="sticky bottom-4 z-20 mt-auto mr-auto flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-raised p-3 shadow-float transition-all duration-200 sm:w-auto sm:pl-4 starting:translate-y-4 starting:opacity-0"
        >
          <p className="font-medium tabular-nums">{counted(ids.size, 'user')} selected</p>
          {(matching.isFinding || (selection.all && isOnlyShown && hasMore)) && <SelectMatching {...matching} />}
          {ids.size === SELECTED_MAX && <p className="text-13 text-muted">That is the most at once</p>}
          <div className="flex w-full items-center gap-2 sm:ml-auto sm:w-auto">
            <Select
              aria-label="Bulk action"
              placeholder="Choose an action"
              value={action}
              onChange={setAction}
              groups={choices}
              className="min-w-0 flex-1 sm:w-44 sm:flex-none"
            />
            <Button disabled={action === ''} onClick={() => setAsking(true)}>
              Apply
            </Button>
            <Button variant="ghost" onClick={clear} className="px-3!">
              Clear
            </Button>
          </div>
        </section>
      )}
      {asking && question && (
        <ConfirmDialog
          title={question.title}
          description={`${question.consequence} This action cannot be undone.`}
          confirm={question.confirm}
          destroys={action === 'delete'}
          onConfirm={start}
          onCancel={() => setAsking(false)}
        />
      )}
      {bulk.isPending && (
        <ProgressDialog
          title={describeBulk(bulk.variables.action, total).running}
          description="Please keep this page open until it is done."
          progress={total > BULK_MAX ? { done: bulk.done, total } : null}
        />
      )}
    </>
  );
}

/** The search for everybody who matches; another filter ends it. */
function useMatchingIds(filter: UserFilter, onSelected: (ids: ReadonlySet<string>) => void) {
  const [found, setFound] = useState(0);
  const running = useRef<AbortController>(null);
  const { mutate, isPending, reset } = useMutation({
    mutationFn: (signal: AbortSignal) => findMatchingIds(filter, signal, setFound),
    onSuccess: (ids, signal) => {
      if (!signal.aborted) onSelected(ids);
    },
    onError: (error, signal) => {
      if (!signal.aborted) toastFailure('Error', error, 'Failed to find everybody who matches');
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search makes the one under way pointless
  useEffect(() => () => running.current?.abort(), [JSON.stringify(filter)]);
  return {
    found,
    isFinding: isPending,
    find: () => {
      running.current?.abort();
      running.current = new AbortController();
      setFound(0);
      mutate(running.current.signal);
    },
    stop: () => {
      running.current?.abort();
      reset();
    },
  };
}

/** Offered when everybody in the list is selected and there are more who match. */
const SelectMatching = ({ found, isFinding, find }: ReturnType<typeof useMatchingIds>) => (
  <p role="status" className="text-13 text-muted tabular-nums">
    {isFinding ? (
      `Finding everybody who matches… ${found.toLocaleString('en')}`
    ) : (
      <TextButton onClick={find}>Select all that match</TextButton>
    )}
  </p>
);
