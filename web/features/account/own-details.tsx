import { CircleCheck, CircleDashed } from 'lucide-react';
import type { OwnProfile } from '../../../contract/account.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatDateTime } from '../../ui/time/format.ts';
import { useOwnProfile } from './api.ts';
import { DetailsForm } from './details-form.tsx';
import { missingDetails } from './missing-details.ts';
import { TaskNotLoaded } from './task-feedback.tsx';

const cardClass = 'rounded-card border border-line bg-surface';
const headClass = 'border-line border-b px-4 py-3 sm:px-6';

export function OwnDetails({ email }: { email: string | null }) {
  const query = useOwnProfile();
  const { data: profile } = query;
  if (!profile) {
    return query.error ? <TaskNotLoaded title="Your details could not be loaded" query={query} /> : <DetailsSkeleton />;
  }
  return (
    <div className={cardClass}>
      <div className={headClass}>
        <Completeness profile={profile} />
      </div>
      <div className="p-4 sm:p-6">
        <DetailsForm profile={profile} email={email} />
      </div>
    </div>
  );
}

/** Whether the profile is complete, as it is stored: what is typed counts once it is saved. */
function Completeness({ profile }: { profile: OwnProfile }) {
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

const FieldShape = () => (
  <div>
    <Skeleton className="mb-1.5 h-5 w-24" />
    <Skeleton className="h-(--control-height)" />
    <div className="h-6" />
  </div>
);

/** The form before there is anything in it. */
const DetailsSkeleton = () => (
  <div className={cardClass}>
    <p role="status" className="sr-only">
      Loading your details...
    </p>
    <div className={headClass}>
      <Skeleton className="h-5 w-56" />
    </div>
    <div className="flex flex-col gap-3 p-4 sm:p-6">
      <FieldShape />
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <FieldShape />
        <FieldShape />
        <FieldShape />
        <FieldShape />
      </div>
    </div>
  </div>
);
