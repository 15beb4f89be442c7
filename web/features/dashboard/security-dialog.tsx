import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import type { SecurityCheck } from '../../../contract/dashboard/dashboard.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { counted } from '../../ui/count.ts';
import { LoadFailure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useDismissSetup, useSecurityChecks, useSetup } from './api.ts';
import { RemedyRow } from './remedy-row.tsx';

const results = {
  pass: { icon: CircleCheck, tone: 'text-success', word: 'Pass' },
  warning: { icon: TriangleAlert, tone: 'text-warning', word: 'Warning' },
  fail: { icon: CircleX, tone: 'text-danger', word: 'Fail' },
  not_set_up: { icon: CircleDashed, tone: 'text-muted', word: 'Not set up' },
};

export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const query = useSecurityChecks();
  const { data, isFetching, refetch } = query;
  const { data: setup } = useSetup();
  const { mutate, isPending } = useDismissSetup();
  const summary = isFetching ? 'Checking…' : data && describeChecks(data);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Security Check"
      description="Shows what is set up safely and what to fix."
    >
      <div role="status">{summary && <p className="mb-3 font-medium tabular-nums">{summary}</p>}</div>
      {data ? (
        <ul className={`-my-1 transition-opacity ${isFetching ? 'opacity-60' : ''}`}>
          {byUrgency(data).map((check) => (
            <RemedyRow key={check.id} look={results[check.result]} {...check} />
          ))}
        </ul>
      ) : isFetching ? (
        <div className="flex flex-col gap-3">
          {[...Array(6).keys()].map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      ) : (
        <LoadFailure title="Couldn't run the checks" query={query} />
      )}
      {data && (
        <div className="mt-5 flex items-center justify-end gap-2">
          {setup?.dismissed && (
            <TextButton pending={isPending} onClick={() => mutate('show', { onSuccess: onClose })}>
              Show the setup card again
            </TextButton>
          )}
          <Button variant="secondary" pending={isFetching} onClick={() => refetch()}>
            Run again
          </Button>
        </div>
      )}
    </Dialog>
  );
}

type Result = SecurityCheck['result'];

const ORDER: readonly Result[] = ['fail', 'warning', 'not_set_up', 'pass'];

export const byUrgency = (checks: readonly SecurityCheck[]) =>
  checks.toSorted((one, other) => ORDER.indexOf(one.result) - ORDER.indexOf(other.result));

export function describeChecks(checks: readonly SecurityCheck[]) {
  const count = (result: Result) => checks.filter((check) => check.result === result).length;
  const [failed, warnings, notSetUp, passed] = ORDER.map(count) as [number, number, number, number];
  if (passed === checks.length) return `All ${counted(passed, 'check')} passed`;
  return [
    failed && `${failed} failed`,
    warnings && counted(warnings, 'warning'),
    passed && `${passed} passed`,
    notSetUp && `${notSetUp} not set up`,
  ]
    .filter(Boolean)
    .join(', ');
}
