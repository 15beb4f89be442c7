import { useGuests } from '../../../features/guest-activity/api.ts';
import { ActiveRedirects } from '../../../features/redirects/active-redirects.tsx';
import { BulkCard } from '../../../features/redirects/bulk-card.tsx';
import { RedirectForm } from '../../../features/redirects/redirect-form.tsx';
import { Card } from '../../../ui/card.tsx';

/** Guests who are known, as the form suggests them. */
function GuestOptions() {
  const { data: guests = [] } = useGuests();
  return guests.map(({ ipAddress, lastPage, online }) => (
    <option key={ipAddress} value={ipAddress}>
      {`${online ? 'Online' : 'Gone'}, ${lastPage}`}
    </option>
  ));
}

export const RedirectsPage = () => (
  <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
    <div className="grid items-start gap-6 md:grid-cols-2 xl:grid-cols-1">
      <Card title="User Redirect Control" description="Sends one user or guest to another page">
        <RedirectForm guestOptions={<GuestOptions />} />
      </Card>
      <BulkCard />
    </div>
    <ActiveRedirects />
  </div>
);
