import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Takes the place of the button that has just been pressed, and its focus. */
export function Finished({ justNow, children }: { justNow: boolean; children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (justNow) words.current?.focus();
  }, [justNow]);
  return (
    <div className="flex flex-col items-start gap-5">
      <p ref={words} tabIndex={-1} className="flex items-start gap-2.5 text-16">
        <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" aria-hidden />
        {children}
      </p>
      <Link href={EMAIL_ENTRY_PATH} className={buttonClass('secondary')}>
        Go to your account
      </Link>
    </div>
  );
}
