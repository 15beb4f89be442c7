import { useState } from 'react';
import type { BulkActionInput } from '../../../../contract/users.ts';
import { Button } from '../../../ui/button.tsx';
import { counted } from '../../../ui/count.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { ProgressDialog } from '../../../ui/overlays/stay-on-page.tsx';
import { SELECTED_MAX, useBulkAction } from '../api.ts';
import type { Selection } from '../list/selection.ts';
import { type BulkChoice, bulkCalls, bulkGroups, describeBulk } from './choices.ts';
import { SelectMatching, useMatchingIds } from './select-matching.tsx';

interface BulkBarProps {
  selection: Selection;
  q: string;
  /** There are users that match and are not in the list yet. */
  hasMore: boolean;
}

/** Slides up when somebody is selected. Its dialogs stay until what they are about is over. */
export function BulkBar({ selection, q, hasMore }: BulkBarProps) {
  const [choice, setChoice] = useState<BulkChoice | ''>('');
  const [asking, setAsking] = useState(false);
  const bulk = useBulkAction(selection.drop);
  const matching = useMatchingIds(q, selection.select);
  const count = selection.ids.size;
  const apply = (chosen: BulkChoice) => {
    setAsking(false);
    bulk.mutate(bulkCalls(chosen, selection.ids), { onSuccess: () => setChoice('') });
  };
  const clear = () => {
    matching.stop();
    selection.clear();
    setChoice('');
  };
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${counted(count, 'user')} selected`}
      </p>
      {count > 0 && (
        <section
          aria-label="Selected users"
          className="sticky bottom-4 z-20 mt-auto mr-auto flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-raised p-3 shadow-float transition-all duration-200 sm:w-auto sm:pl-4 starting:translate-y-4 starting:opacity-0"
        >
          <p className="font-medium tabular-nums">{counted(count, 'user')} selected</p>
          {(matching.isFinding || (selection.all && selection.onlyShown && hasMore)) && (
            <SelectMatching {...matching} />
          )}
          {count === SELECTED_MAX && <p className="text-13 text-muted">That is the most at once</p>}
          <div className="flex w-full items-center gap-2 sm:ml-auto sm:w-auto">
            <Select
              aria-label="Bulk action"
              placeholder="Choose an action"
              value={choice}
              onChange={setChoice}
              groups={bulkGroups}
              className="min-w-0 flex-1 sm:w-44 sm:flex-none"
            />
            <Button disabled={choice === ''} onClick={() => setAsking(true)}>
              Apply
            </Button>
            <Button variant="ghost" onClick={clear} className="px-3!">
              Clear
            </Button>
          </div>
        </section>
      )}
      {asking && choice && (
        <BulkQuestion choice={choice} count={count} onConfirm={() => apply(choice)} onCancel={() => setAsking(false)} />
      )}
      {bulk.isPending && choice && <BulkProgress choice={choice} calls={bulk.variables} done={bulk.done} />}
    </>
  );
}

interface BulkQuestionProps {
  choice: BulkChoice;
  count: number;
  onConfirm: () => void;
  onCancel: () => void;
}

function BulkQuestion({ choice, count, ...answers }: BulkQuestionProps) {
  const { title, confirm = title, consequence } = describeBulk(choice, count);
  return (
    <ConfirmDialog
      title={title}
      description={`${consequence} This action cannot be undone.`}
      confirm={confirm}
      destroys={choice === 'delete'}
      {...answers}
    />
  );
}

interface BulkProgressProps {
  choice: BulkChoice;
  calls: readonly BulkActionInput[];
  done: number;
}

function BulkProgress({ choice, calls, done }: BulkProgressProps) {
  const total = calls.reduce((sum, { userIds }) => sum + userIds.length, 0);
  return (
    <ProgressDialog
      title={describeBulk(choice, total).running}
      description="Please keep this page open until it is done."
      progress={calls.length > 1 ? { done, total } : null}
    />
  );
}
