import { useCurrentUser } from '../../../features/auth/api.ts';
import { ChangePasswordForm } from '../../../features/auth/change-password-form.tsx';
import { Deliveries } from '../../../features/programs/webhooks/deliveries.tsx';
import { SectionCard } from '../../../features/settings/section-card.tsx';
import { SettingsForm } from '../../../features/settings/settings-form.tsx';

export function SettingsPage() {
  const { data: user } = useCurrentUser();
  return (
    <SettingsForm>
      <SectionCard id="webhook" description="Sends results and events to your own systems">
        <Deliveries />
      </SectionCard>
      <SectionCard id="password" description="Changing it ends your other sessions">
        <div className="max-w-90">
          <ChangePasswordForm kind="admin" username={user?.username ?? ''} />
        </div>
      </SectionCard>
    </SettingsForm>
  );
}
