import type { CurrentUser } from '../../../contract/auth.ts';
import { OwnDetails } from '../../features/account/own-details.tsx';
import { TaskPage } from './task-page.tsx';

export const UpdateDetailsPage = ({ user }: { user: CurrentUser }) => (
  <TaskPage title="Update your details" subtitle="Everything but “About you” makes your profile complete.">
    <OwnDetails email={user.email} />
  </TaskPage>
);
