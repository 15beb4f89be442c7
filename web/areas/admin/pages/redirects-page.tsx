import { useGuests } from '../../../features/guests/api.ts';
import { presenceWords } from '../../../features/guests/guest-facts.ts';
import { ActiveRedirects } from '../../../features/redirects/active-redirects.tsx';
import { BulkCard } from '../../../features/redirects/bulk-card.tsx';
import { RedirectForm } from '../../../features/redirects/redirect-form.tsx';
import { useMay } from '../../../lib/use-may.ts';
import { Card } from '../../../ui/card.tsx';
import { counted } from '../../../ui/count.ts';

function GuestOptions() {
  const { data: guests = [] } = useGuests('all');
  const byAddress = Map.groupBy(guests, ({ ipAddress }) => ipAddress);
  return [...byAddress].map(([address, [first, ...others]]) => (
    <option key={address} value={address}>
      {others.length > 0
        ? counted(others.length + 1, 'guest')
        : first && `${presenceWords[first.presence]}, ${first.page}`}
    </option>
  ));
}

const descriptionFor = (users: boolean, guests: boolean) =>
  `Sends one ${[users && 'user', guests && 'guest'].filter(Boolean).join(' or ')} to another page`;

export function RedirectsPage() {
  const { may } = useMay();
  if (!may('redirect')) return <ActiveRedirects />;
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid items-start gap-6 md:grid-cols-2 xl:grid-cols-1">
        <Card title="User Redirect Control" description={descriptionFor(may('change-users'), may('message-guests'))}>
          <RedirectForm guestOptions={<GuestOptions />} />
        </Card>
        {may('change-users') && <BulkCard />}
      </div>
      <ActiveRedirects />
    </div>
  );
}
