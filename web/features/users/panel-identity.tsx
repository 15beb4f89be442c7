import type { User } from '../../../contract/users.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { displayName, secondLine } from './display-name.ts';

const LINES = Array.from({ length: 7 }, (_, index) => index);

/** Whose panel it is. */
export const PanelIdentity = ({ user }: { user: User }) => (
  <div className="flex items-center gap-3 px-5 py-5">
    <Avatar name={displayName(user)} src={user.profileImageUrl} className="size-12 text-16" />
    <div className="min-w-0 flex-1">
      <p className="line-clamp-2 text-16 font-semibold wrap-anywhere">
        <bdi>{displayName(user)}</bdi>
      </p>
      <p className="truncate text-13 text-muted" title={secondLine(user)}>
        <bdi>{secondLine(user)}</bdi>
      </p>
    </div>
  </div>
);

/** What the list knows already, and the shape of the rest. */
export const PanelSkeleton = ({ listed }: { listed: User | undefined }) => (
  <>
    {listed ? (
      <PanelIdentity user={listed} />
    ) : (
      <div className="flex items-center gap-3 px-5 py-5">
        <Skeleton className="size-12 rounded-full!" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-52 max-w-full" />
        </div>
      </div>
    )}
    <p role="status" className="sr-only">
      Loading user information…
    </p>
    <div className="flex flex-col gap-3 border-line border-t px-5 py-6">
      {LINES.map((line) => (
        <Skeleton key={line} className="h-4" />
      ))}
    </div>
  </>
);
