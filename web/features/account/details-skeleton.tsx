import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const FieldShape = () => (
  <div>
    <Skeleton className="mb-1.5 h-5 w-24" />
    <Skeleton className="h-(--control-height)" />
    <div className="h-6" />
  </div>
);

/** The form before there is anything in it. */
export const DetailsSkeleton = () => (
  <div className="rounded-card border border-line bg-surface">
    <p role="status" className="sr-only">
      Loading your details...
    </p>
    <div className="border-line border-b px-4 py-3 sm:px-6">
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
