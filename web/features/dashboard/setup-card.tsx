import { Circle, CircleCheck, CircleDashed, PartyPopper } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { SetupStep } from '../../../contract/dashboard/dashboard.ts';
import { TextButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDismissSetup, useSetup } from './api.ts';
import { type Look, RemedyRow } from './remedy-row.tsx';

const states: Record<SetupStep['state'], Look> = {
  done: { icon: CircleCheck, tone: 'text-success', word: 'Done' },
  open: { icon: Circle, tone: 'text-warning', word: 'To do' },
  optional: { icon: CircleDashed, tone: 'text-muted', word: 'Optional' },
};

export const isSetUp = (steps: readonly SetupStep[]) => steps.every(({ state }) => state !== 'open');

/** Shows no error: the dashboard works without this card. */
export function SetupCard() {
  const { data } = useSetup();
  if (!data || data.dismissed) return null;
  return isSetUp(data.steps) ? <AllDone /> : <StepsCard steps={data.steps} />;
}

function StepsCard({ steps }: { steps: readonly SetupStep[] }) {
  const { mutate, isPending } = useDismissSetup();
  const countOf = (wanted: SetupStep['state']) => steps.filter(({ state }) => state === wanted).length;
  const optional = countOf('optional');
  return (
    <Card
      title="Set up your portal"
      description={`${countOf('done')} of ${steps.length} done${optional > 0 ? `, ${optional} optional` : ''}`}
      action={
        <TextButton pending={isPending} onClick={() => mutate('dismiss')}>
          Dismiss
        </TextButton>
      }
    >
      <ul className="-my-2 grid gap-x-8 lg:grid-cols-2">
        {steps.map((step) => (
          <RemedyRow key={step.id} look={states[step.state]} {...step} isDone={step.state === 'done'} />
        ))}
      </ul>
    </Card>
  );
}

function AllDone() {
  const { mutate } = useDismissSetup();
  const keepAway = useEffectEvent(() => mutate('said'));
  useEffect(() => keepAway(), []);
  return (
    <p
      role="status"
      className="flex items-center gap-3 rounded-card border border-line bg-surface px-5 py-4 text-13 text-muted"
    >
      <PartyPopper size={16} className="shrink-0 text-success" aria-hidden />
      Everything is set up. Run Security Check anytime to see what needs attention.
    </p>
  );
}
