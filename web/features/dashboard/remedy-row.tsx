import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { Remedy } from '../../../contract/dashboard/dashboard.ts';

export interface Look {
  icon: LucideIcon;
  tone: string;
  word: string;
}

interface RemedyRowProps {
  look: Look;
  title: string;
  advice: string;
  remedy: Remedy;
  isDone?: boolean;
}

export const RemedyRow = ({ look: { icon: Icon, tone, word }, title, advice, remedy, isDone }: RemedyRowProps) => (
  <li className="flex items-start gap-3 py-2 text-13">
    <Icon size={16} className={`mt-0.5 shrink-0 ${tone}`} aria-hidden />
    <div className="min-w-0 flex-1">
      <p className="font-medium">{title}</p>
      <p className="wrap-anywhere text-muted">{advice}</p>
      {!isDone && <RemedyLink remedy={remedy} />}
    </div>
    <span className={`shrink-0 text-12 font-medium ${tone}`}>{word}</span>
  </li>
);

const RemedyLink = ({ remedy }: { remedy: Remedy }) =>
  'href' in remedy ? (
    <Link href={remedy.href} className="font-medium text-accent-ink underline-offset-4 hover:underline">
      {remedy.label}
    </Link>
  ) : (
    <span className="text-12 text-muted">
      <code className="font-mono text-ink">{remedy.code}</code> (see {remedy.see})
    </span>
  );
