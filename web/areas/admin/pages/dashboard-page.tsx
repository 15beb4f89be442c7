import { useLiveDashboard } from '../../../features/dashboard/api.ts';
import { Charts } from '../../../features/dashboard/charts.tsx';
import { QuickActions } from '../../../features/dashboard/quick-actions.tsx';
import { RecentActivity } from '../../../features/dashboard/recent-activity.tsx';
import { SetupCard } from '../../../features/dashboard/setup-card.tsx';
import { Stats } from '../../../features/dashboard/stats.tsx';
import { DeliveryTimesCard } from '../../../features/verification/delivery-times/delivery-times-card.tsx';
import { useMay } from '../../../lib/use-may.ts';

export function DashboardPage() {
  useLiveDashboard();
  const { may } = useMay();
  return (
    <div className="flex flex-col gap-4">
      {may('change-portal') && <SetupCard />}
      <Stats />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Charts />
        {may('see-activity') && <RecentActivity />}
        <QuickActions isAlone={!may('see-activity')} />
        <DeliveryTimesCard className="lg:col-span-2" />
      </div>
    </div>
  );
}
