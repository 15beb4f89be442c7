import type { CurrentUser } from '../../../contract/auth.ts';
import { SecurityCheckForm } from '../../features/account/security-check-form.tsx';
import { TaskPage } from './task-page.tsx';

export const SecurityCheckPage = ({ user }: { user: CurrentUser }) => (
  <TaskPage title="Security check" subtitle="Enter your password, so that we know that it is you at the screen.">
    <SecurityCheckForm username={user.username} />
  </TaskPage>
);
