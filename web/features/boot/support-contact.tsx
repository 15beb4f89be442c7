import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { linkClass } from '../../ui/button.tsx';

const contactHref = (contact: string) => {
  if (contact.startsWith('https://')) return contact;
  return contact.includes('@') ? `mailto:${contact}` : `tel:${contact.replace(/[^\d+]/g, '')}`;
};

export function SupportContact({ className }: { className?: string }) {
  const { shared } = useMessages();
  const { organisation, supportContact } = usePortal();
  if (!supportContact) return null;
  return (
    <p className={className}>
      <WithSlots
        message={shared.supportContact}
        slots={{
          organisation: <bdi>{organisation}</bdi>,
          contact: (
            <a href={contactHref(supportContact)} rel="noreferrer" className={`${linkClass} wrap-anywhere`}>
              <bdi dir="ltr">{supportContact}</bdi>
            </a>
          ),
        }}
      />
    </p>
  );
}
