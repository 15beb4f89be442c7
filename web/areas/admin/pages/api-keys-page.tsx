import { KeyRound } from 'lucide-react';
import { KeyList } from '../../../features/programs/keys/key-list.tsx';
import { usePortal } from '../../../lib/portal.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';

export function ApiKeysPage() {
  if (usePortal().apiKeys) return <KeyList />;
  return (
    <Notice icon={KeyRound} title="API keys are switched off">
      Only the server operator can switch them on, with <code className="font-mono text-12">API_KEYS=true</code>.
    </Notice>
  );
}
