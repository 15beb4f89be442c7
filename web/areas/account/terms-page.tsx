import { TermsAgreement } from '../../features/account/terms-agreement.tsx';
import { usePortal } from '../../lib/portal.ts';
import { TaskPage } from './task-page.tsx';

export function TermsPage() {
  const { organisation } = usePortal();
  return (
    <TaskPage title="Terms" subtitle={`What applies when you use the portal of ${organisation}.`}>
      <TermsAgreement />
    </TaskPage>
  );
}
