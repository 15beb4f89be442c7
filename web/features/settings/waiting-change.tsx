import { Hourglass } from 'lucide-react';
import { type ProposedSetting, SETTINGS } from '../../../contract/settings/settings.rules.ts';
import type { Proposal, Settings } from '../../../contract/settings/settings.ts';
import { useMay } from '../../lib/use-may.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Button } from '../../ui/button.tsx';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { formatDateTime } from '../../ui/time/format.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { useDecideProposal } from './api.ts';

interface WaitingChangeProps {
  settings: Settings;
  name: ProposedSetting;
  onDecided: (settings: Settings) => void;
}

const whyNot: Record<Proposal['confirmation'], string> = {
  possible: '',
  own: 'Another admin can confirm it sooner.',
  too_new:
    "You can't confirm it: your account is less than a day old, or one admin has had access to both your account and the proposer's.",
};

const decisions = {
  confirm: { done: 'Change confirmed', description: 'It takes effect now.', failed: 'Not confirmed' },
  withdraw: { done: 'Change withdrawn', description: 'The current value stays.', failed: 'Not withdrawn' },
};

function useDecision(what: keyof typeof decisions, onDecided: (settings: Settings) => void) {
  const { mutate, isPending } = useDecideProposal(what);
  const { done, description, failed } = decisions[what];
  const decide = (id: string) =>
    mutate(id, {
      onSuccess: (settings) => {
        onDecided(settings);
        toastSuccess(done, description);
      },
      onError: (error) => toastFailure(failed, error, 'Please try again'),
    });
  return { decide, isPending };
}

export function WaitingChange({ settings, name, onDecided }: WaitingChangeProps) {
  const confirm = useDecision('confirm', onDecided);
  const withdraw = useDecision('withdraw', onDecided);
  const canDecide = useMay().may('change-portal');
  const proposal = settings.waiting.find(({ setting }) => setting === name);
  if (proposal === undefined) return null;
  const { id, to, proposedBy, proposedAt, inForceAt, confirmation } = proposal;
  const isBusy = confirm.isPending || withdraw.isPending;
  return (
    <section
      aria-label={`Waiting change of ${SETTINGS[name].what}`}
      className="mt-3 rounded-control border border-line bg-sunken p-4 text-13"
    >
      <p className="flex items-center gap-2 font-medium">
        <Hourglass size={14} className="shrink-0 text-warning" aria-hidden />
        Waiting for another admin
      </p>
      <p className="mt-2">
        New value: <bdi className="font-mono text-12 wrap-anywhere">{to === '' ? 'none' : <Breakable text={to} />}</bdi>
      </p>
      {name === 'exitUrl' && (
        <p className="mt-1">
          Guests would be sent to{' '}
          <bdi className="font-mono text-12 wrap-anywhere">
            <Breakable text={new URL(to).host} />
          </bdi>
        </p>
      )}
      <p className="mt-1 text-muted">
        Proposed by <bdi>{proposedBy}</bdi> · <TimeAgo at={proposedAt} />
      </p>
      <p className="mt-1 text-muted">
        Takes effect on{' '}
        <time dateTime={inForceAt} className="tabular-nums">
          {formatDateTime(inForceAt)}
        </time>{' '}
        unless withdrawn. {canDecide && whyNot[confirmation]}
      </p>
      {canDecide && (
        <div className="mt-3 flex flex-wrap gap-2">
          {confirmation === 'possible' && (
            <Button pending={isBusy} onClick={() => confirm.decide(id)}>
              Confirm
            </Button>
          )}
          <Button variant="secondary" pending={isBusy} onClick={() => withdraw.decide(id)}>
            Withdraw
          </Button>
        </div>
      )}
    </section>
  );
}
