import { useCurrentUser } from '../../../features/auth/api.ts';
import { ChangePasswordForm } from '../../../features/auth/change-password-form.tsx';
import { SectionCard } from '../../../features/settings/section-card.tsx';
import { SettingsForm } from '../../../features/settings/settings-form.tsx';
import { Deliveries } from '../../../features/verification/webhook/deliveries.tsx';

export function SettingsPage() {
  const { data: user } = useCurrentUser();
  return (
    <SettingsForm>
      <SectionCard id="webhook" description="Tells a program of your organisation how verifications end">
        <Deliveries />
      </SectionCard>
      <SectionCard id="password" description="Your other sessions end when the password changes.">
        <div className="max-w-90">
          <ChangePasswordForm kind="admin" username={user?.username ?? ''} />
        </div>
      </SectionCard>
    </SettingsForm>
  );
}
