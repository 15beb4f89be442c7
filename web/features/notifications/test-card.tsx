import { Eye, LogIn } from 'lucide-react';
import { useId } from 'react';
import { Button, compactClass } from '../../ui/button.tsx';
import { useSendTest } from './send-test.ts';

const kinds = [
  { type: 'user_login', label: 'Send test login', icon: LogIn },
  { type: 'page_view', label: 'Send test page view', icon: Eye },
] as const;

/** To see that notifications arrive, here and in the chat. */
export function TestCard() {
  const id = useId();
  const { mutate, isPending, variables } = useSendTest();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="min-w-0 flex-1">
        <h2 id={id} className="font-semibold">
          Test notification
        </h2>
        <p className="mt-0.5 text-13 text-muted">Makes one now, to see that it arrives on every open page.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {kinds.map(({ type, label, icon: Icon }) => (
          <Button
            key={type}
            variant="secondary"
            pending={isPending && variables === type}
            onClick={() => mutate(type)}
            className={compactClass}
          >
            <Icon size={14} aria-hidden />
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
