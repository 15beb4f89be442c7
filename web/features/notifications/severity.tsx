import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Severity } from '../../../contract/notifications.ts';

const looks: Record<Severity, { icon: LucideIcon; tone: string; word: string }> = {
  info: { icon: Info, tone: 'text-accent-ink', word: 'Information' },
  success: { icon: CircleCheck, tone: 'text-success', word: 'Success' },
  warning: { icon: TriangleAlert, tone: 'text-warning', word: 'Warning' },
  error: { icon: CircleX, tone: 'text-danger', word: 'Error' },
};

/** Anything else is information: a newer server may know more than this page. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  const { icon: Icon, tone, word } = Object.hasOwn(looks, severity) ? looks[severity] : looks.info;
  return (
    <>
      <Icon size={16} className={`mt-0.5 shrink-0 ${tone}`} aria-hidden />
      <span className="sr-only">{word}: </span>
    </>
  );
}
