import { HeartHandshake } from 'lucide-react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { Button } from '../../../ui/button.tsx';
import { useReleaseGuest } from './api.ts';

interface HelperNoteProps {
  guest: Pick<Guest, 'id' | 'claimedBy' | 'claimedById'>;
  /** For the name of the button. */
  name: string;
  selfId: string | undefined;
  onReleased: () => void;
}

/** Who is helping; whoever it is can say that they are done. */
export function HelperNote({ guest, name, selfId, onReleased }: HelperNoteProps) {
  const { claimedBy, claimedById } = guest;
  const release = useReleaseGuest(onReleased);
  if (claimedBy === null) return null;
  const isOwn = claimedById === selfId;
  return (
    <span className="inline-flex items-center gap-1.5 text-12 font-medium">
      <HeartHandshake size={14} className="shrink-0 text-accent-ink" aria-hidden />
      <span>
        {isOwn ? (
          'You are helping'
        ) : (
          <>
            <bdi>{claimedBy}</bdi> is helping
          </>
        )}
      </span>
      {isOwn && (
        <Button
          variant="secondary"
          aria-label={`Done with ${name}`}
          pending={release.isPending}
          onClick={() => release.mutate(guest.id)}
          className="h-10! px-3! text-12! md:h-7!"
        >
          Done
        </Button>
      )}
    </span>
  );
}
