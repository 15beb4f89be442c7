import { useState } from 'react';
import { ROLES, STATUSES } from '../../../../contract/users/users.rules.ts';
import { BULK_MAX, type UserFilter } from '../../../../contract/users/users.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { counted } from '../../../ui/count.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { ProgressDialog } from '../../../ui/overlays/progress-dialog.tsx';
import type { Selection } from '../../../ui/rows/selection.ts';
import { actionLabel, describeBulk } from '../action-words.ts';
import { type UserAction, useBulkAction } from '../api.ts';
import { useMatchingCount, useStartJob } from './api.ts';
import { useTabDetour } from './tab-detour.ts';

const choiceOf = (value: UserAction) => ({ value, label: actionLabel(value) });

function useChoices() {
  const roles = ROLES.filter(useMay().mayManage);
  const groups: UserAction[][] = [[...STATUSES], ...(roles.length > 1 ? [roles] : []), ['delete']];
  return groups.map((group) => group.map(choiceOf));
}

interface BulkBarProps {
  selection: Selection;
  filter: UserFilter;
  hasMore: boolean;
}

/** Ticked users are changed at once; "all that match" is a job on the server. */
export function BulkBar({ selection, filter, hasMore }: BulkBarProps) {
  const [action, setAction] = useState<UserAction | ''>('');
  const choices = useChoices();
  const [asking, setAsking] = useState(false);
  const bulk = useBulkAction(selection.drop);
  const job = useStartJob();
  const { ids } = selection;
  const allMatching = useAllMatching(selection, filter, hasMore);
  const { bar, onKeyDown, back } = useTabDetour<HTMLElement>();
  const count = allMatching.matching?.users ?? ids.size;
  const question = action && describeBulk(action, count, allMatching.matching);
  const isTooMany = !allMatching.isSelected && ids.size > BULK_MAX;
  const start = () => {
    setAsking(false);
    if (!action) return;
    const done = () => setAction('');
    if (!allMatching.isSelected) return bulk.mutate({ ids, action }, { onSuccess: done });
    const began = () => {
      done();
      selection.clear();
    };
    job.mutate({ filter, action }, { onSuccess: began });
  };
  const clear = () => {
    back();
    selection.clear();
    setAction('');
  };
  return (
    <>
      <p role="status" className="sr-only">
        {ids.size > 0 && `${counted(count, 'user')} selected. Press Tab for what you can do with them.`}
      </p>
      {ids.size > 0 && (
        <section
          ref={bar}
          data-bottom-bar
          onKeyDown={onKeyDown}
          aria-label="Selected users"
          className="sticky bottom-4 z-20 mt-auto me-auto flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-raised p-3 shadow-float transition-all duration-200 sm:w-auto sm:ps-4 starting:translate-y-4 starting:opacity-0"
        >
          <p className="font-medium tabular-nums">{counted(count, 'user')} selected</p>
          {allMatching.isOffered && <SelectMatching {...allMatching} />}
          {isTooMany && <p className="text-13 text-muted">At most {counted(BULK_MAX, 'user')} by hand</p>}
          <div className="flex w-full items-center gap-2 sm:ms-auto sm:w-auto">
            <Select
              aria-label="Bulk action"
              placeholder="Choose an action"
              value={action}
              onChange={setAction}
              groups={choices}
              className="min-w-0 flex-1 sm:w-56 sm:flex-none"
            />
            <Button
              disabled={action === '' || isTooMany || (allMatching.isSelected && !allMatching.matching)}
              pending={job.isPending}
              onClick={() => setAsking(true)}
            >
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
          description={question.consequence}
          confirm={question.confirm}
          destroys={action === 'delete'}
          onConfirm={start}
          onCancel={() => setAsking(false)}
        />
      )}
      {bulk.isPending && (
        <ProgressDialog title={describeBulk(bulk.variables.action, bulk.variables.ids.size).running} />
      )}
    </>
  );
}

function useAllMatching({ ids, shown, all }: Selection, filter: UserFilter, hasMore: boolean) {
  const [selectedWith, setSelectedWith] = useState<ReadonlySet<string> | null>(null);
  const isSelected = selectedWith === ids && ids.size > 0;
  const isOffered = !isSelected && all && shown.length === ids.size && hasMore;
  const count = useMatchingCount(filter, isOffered || isSelected);
  return {
    isSelected,
    matching: isSelected ? count.data : undefined,
    isOffered: isOffered || (isSelected && !count.data),
    isCounting: isSelected && count.isFetching,
    hasFailed: isSelected && count.isError,
    found: count.data?.users,
    select: () => {
      setSelectedWith(ids);
      if (count.isError) count.refetch();
    },
  };
}

function SelectMatching({ found, isCounting, hasFailed, select }: ReturnType<typeof useAllMatching>) {
  const label = found === undefined ? 'Select all that match' : `Select all ${found.toLocaleString('en')} that match`;
  return (
    <p role="status" className="text-13 text-muted tabular-nums">
      {isCounting ? (
        'Counting the users who match…'
      ) : (
        <>
          {hasFailed && "Couldn't count them. "}
          <TextButton onClick={select}>{hasFailed ? 'Try again' : label}</TextButton>
        </>
      )}
    </p>
  );
}
