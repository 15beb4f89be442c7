import { useCurrentUser } from '../../../features/auth/api.ts';
import { ChangePasswordForm } from '../../../features/auth/change-password-form.tsx';
import { SettingsForm } from '../../../features/settings/settings-form.tsx';
import { Card } from '../../../ui/card.tsx';

export function SettingsPage() {
  const { data: user } = useCurrentUser();
  return (
    <div className="flex max-w-160 flex-col gap-6">
      <SettingsForm />
      <Card title="Change Admin Password" description="Your other sessions end when the password changes.">
        <div className="max-w-90">
          <ChangePasswordForm kind="admin" username={user?.username ?? ''} />
        </div>
      </Card>
    </div>
  );
}
