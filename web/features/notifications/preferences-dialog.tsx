import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ALWAYS_RINGING, maySeeNotification } from '../../../contract/notifications/notifications.rules.ts';
import type { NotificationType, SilentType } from '../../../contract/notifications/notifications.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Loaded } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { usePreferences, useSavePreferences } from './api.ts';

const kinds: Record<NotificationType, { label: string; hint: string }> = {
  user_login: { label: 'Sign-ins', hint: 'Users and staff who sign in' },
  failed_login: { label: 'Failed sign-ins', hint: 'Wrong passwords, and password guessing' },
  page_view: { label: 'Page views', hint: 'Guests who open a page' },
  profile_update: { label: 'Profile updates', hint: 'Users who change their details' },
  code_result: { label: 'Codes', hint: 'Guests who enter a right or a wrong code' },
  help_request: { label: 'Help requests', hint: 'Guests who ask for help' },
  mail_failure: { label: 'Undelivered email', hint: 'Emails that could not be delivered' },
  webhook_failure: { label: 'Webhook', hint: 'Results that did not reach your webhook' },
  storage: { label: 'Storage', hint: 'Disk nearly full, log entries not recorded' },
  settings_change: { label: 'Settings changes', hint: 'Always on: they change what guests see' },
  security: { label: 'Security warnings', hint: 'Always on: someone may be impersonating the support team' },
};

const alwaysRings = (type: NotificationType): type is (typeof ALWAYS_RINGING)[number] =>
  ALWAYS_RINGING.some((one) => one === type);

export function PreferencesButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip text="Notification preferences">
        <IconButton icon={SlidersHorizontal} label="Notification preferences" onClick={() => setOpen(true)} />
      </Tooltip>
      {open && <PreferencesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function PreferencesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Notification preferences"
      description="Kinds you switch off stay in the list, but don't count as unread or appear in the bell. This applies only to you: other staff and the chat are still notified."
    >
      <Loaded
        query={usePreferences()}
        skeleton={<Skeleton className="h-64" />}
        failure="Couldn't load your preferences."
      >
        {({ silent }) => <PreferencesForm silent={silent} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function PreferencesForm({ silent: saved, onClose }: { silent: SilentType[]; onClose: () => void }) {
  const [silent, setSilent] = useState<readonly SilentType[]>(saved);
  const { mutate, isPending } = useSavePreferences();
  const { role } = useMay();
  const types = (Object.keys(kinds) as NotificationType[]).filter((type) => maySeeNotification(role, type));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate([...silent], { onSuccess: onClose });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {types.map((type) => (
          <CheckboxField
            key={type}
            {...kinds[type]}
            checked={alwaysRings(type) || !silent.includes(type)}
            disabled={alwaysRings(type)}
            onChange={({ target }) => {
              if (alwaysRings(type)) return;
              setSilent(target.checked ? silent.filter((one) => one !== type) : [...silent, type]);
            }}
          />
        ))}
      </div>
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
