import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const LINE = 'h-(--control-height)';
const LINES = 'h-28';

const FieldShape = ({ height }: { height: string }) => (
  <div className="mb-6">
    <Skeleton className="mb-1.5 h-5 w-36" />
    <Skeleton className={height} />
  </div>
);

/** The form before there is anything in it. */
export const SettingsSkeleton = () => (
  <div className="flex flex-col gap-6">
    <p role="status" className="sr-only">
      Loading settings…
    </p>
    <Card title="Prompt Messages">
      <FieldShape height={LINES} />
      <FieldShape height={LINES} />
      <FieldShape height={LINES} />
    </Card>
    <Card title="Exit URL">
      <FieldShape height={LINE} />
    </Card>
    <Card title="Chat Notifications">
      <FieldShape height={LINE} />
    </Card>
  </div>
);
