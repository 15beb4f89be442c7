import { ChevronRight, KeyRound, type LucideIcon, Smartphone } from 'lucide-react';
import { useMessages } from '../../../lib/messages.ts';
import { hasPasskeys } from '../../../lib/passkey.ts';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { useAddFactor } from './add-factor.tsx';

export function FirstFactor({ onAdded }: { onAdded: () => void }) {
  const { factors, firstFactor } = useMessages().account;
  const adding = useAddFactor(onAdded);
  return (
    <>
      <ul className="flex flex-col gap-3">
        {hasPasskeys() && (
          <Choice icon={KeyRound} title={factors.addPasskey} text={firstFactor.passkey} onChoose={adding.addPasskey} />
        )}
        <Choice
          icon={Smartphone}
          title={factors.addApp}
          text={firstFactor.app}
          pending={adding.isBeginning}
          onChoose={adding.addApp}
        />
      </ul>
      {adding.dialog}
    </>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  title: string;
  text: string;
  pending?: boolean;
  onChoose: () => void;
}

const Choice = ({ icon: Icon, title, text, pending = false, onChoose }: ChoiceProps) => (
  <li>
    <button
      type="button"
      aria-disabled={pending || undefined}
      onClick={() => pending || onChoose()}
      className="flex w-full items-center gap-4 rounded-card border border-line bg-surface p-4 text-start transition-colors hover:bg-hover"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-ink">
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-13 text-muted">{text}</span>
      </span>
      {pending ? <Spinner /> : <ChevronRight size={16} className="shrink-0 text-muted rtl:-scale-x-100" aria-hidden />}
    </button>
  </li>
);
