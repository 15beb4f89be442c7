import { usePortal } from '../../lib/portal.ts';
import { linkClass } from '../../ui/button.tsx';

const contactHref = (contact: string) => {
  if (contact.startsWith('https://')) return contact;
  return contact.includes('@') ? `mailto:${contact}` : `tel:${contact.replace(/[^\d+]/g, '')}`;
};

export function SupportContact({ className }: { className?: string }) {
  const { organisation, supportContact } = usePortal();
  if (!supportContact) return null;
  return (
    <p className={className}>
      You can reach the support team of {organisation} here:{' '}
      <a href={contactHref(supportContact)} rel="noreferrer" className={`${linkClass} wrap-anywhere`}>
        {supportContact}
      </a>
    </p>
  );
}
