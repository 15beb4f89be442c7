import { sentenceOf } from '../../lib/api-error.ts';
import { useOwnProfile } from './api.ts';
import { DetailsForm } from './details-form.tsx';
import { DetailsSkeleton } from './details-skeleton.tsx';
import { LoadFailed } from './load-failed.tsx';
import { ProfileState } from './profile-state.tsx';

export function OwnDetails({ email }: { email: string | null }) {
  const { data: profile, error, isFetching, refetch } = useOwnProfile();
  if (profile) {
    return (
      <div className="rounded-card border border-line bg-surface">
        <div className="border-line border-b px-4 py-3 sm:px-6">
          <ProfileState profile={profile} />
        </div>
        <div className="p-4 sm:p-6">
          <DetailsForm profile={profile} email={email} />
        </div>
      </div>
    );
  }
  if (!error) return <DetailsSkeleton />;
  return (
    <LoadFailed
      title="Your details could not be loaded"
      sentence={sentenceOf(error, 'Please try again in a moment.')}
      pending={isFetching}
      onRetry={refetch}
    />
  );
}
