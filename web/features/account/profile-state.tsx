import { CircleCheck, CircleDashed } from 'lucide-react';
import type { OwnProfile } from '../../../contract/account.ts';
import { formatDateTime } from '../../ui/time/format.ts';
import { missingDetails } from './completeness.ts';

/** Whether the profile is complete, as it is stored: what is typed counts once it is saved. */
export function ProfileState({ profile }: { profile: OwnProfile }) {
  const missing = missingDetails(profile);
  return (
    <p role="status" className="flex items-start gap-2.5 text-13 text-muted">
      {profile.completedAt ? (
        <>
          <CircleCheck size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />
          Profile complete since {formatDateTime(profile.completedAt)}
        </>
      ) : (
        <>
          <CircleDashed size={16} className="mt-0.5 shrink-0" aria-hidden />
          Not complete yet.{missing && ` Still missing: ${missing}.`}
        </>
      )}
    </p>
  );
}
