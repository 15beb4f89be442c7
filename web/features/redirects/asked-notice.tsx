import { CornerUpRight } from 'lucide-react';
import { Link } from 'wouter';
import { TextButton } from '../../ui/button.tsx';
import { destinationLabel } from './redirect-options.ts';

/** Where the support team sends an admin who is in the back-office. */
export interface Asked {
  path: string;
  isPersistent: boolean;
  isDismissed?: boolean;
}

/** Above the page, which stays as it is. */
export const AskedNotice = ({ asked, onDismiss }: { asked: Asked; onDismiss: () => void }) => (
  <div role="status">
    {!asked.isDismissed && (
      <p className="flex flex-wrap items-center justify-center gap-x-2.5 bg-accent-soft px-4 py-1.5 text-13 text-accent-ink">
        <CornerUpRight size={16} className="shrink-0" aria-hidden />
        You are asked to open a page: {destinationLabel(asked.path)}
        <Link href={asked.path} className="rounded-small px-1 py-1 font-medium underline underline-offset-4">
          Open
        </Link>
        <TextButton onClick={onDismiss}>Later</TextButton>
      </p>
    )}
  </div>
);
