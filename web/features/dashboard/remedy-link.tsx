import { Link } from 'wouter';
import type { Remedy } from '../../../contract/dashboard/dashboard.ts';

export const RemedyLink = ({ remedy }: { remedy: Remedy }) =>
  'href' in remedy ? (
    <Link href={remedy.href} className="font-medium text-accent-ink underline-offset-4 hover:underline">
      {remedy.label}
    </Link>
  ) : (
    <span className="text-12 text-muted">
      <code className="font-mono text-ink">{remedy.code}</code> (see {remedy.see})
    </span>
  );
