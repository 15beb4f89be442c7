import type { Change } from './change-user.ts';

interface Words {
  /** What stands before the user's name in the title, and what after it. */
  title: [before: string, after?: string];
  confirm: string;
  consequence: string;
}

const SIGNED_OUT = 'Their sessions end at once';

/** What a change is called and what it means for the user. */
export function changeWords(change: Change): Words {
  switch (change.kind) {
    case 'delete':
      return {
        title: ['Delete'],
        confirm: 'Delete',
        consequence: 'The account is gone for good, and their sessions end at once.',
      };
    case 'role':
      return change.role === 'admin'
        ? {
            title: ['Make', 'an admin'],
            confirm: 'Make admin',
            consequence: `Admins can see and change everything in this back-office. ${SIGNED_OUT}, and they sign in again as an admin.`,
          }
        : {
            title: ['Make', 'a normal user'],
            confirm: 'Make user',
            consequence: `They lose the back-office. ${SIGNED_OUT}, and they sign in again as a user.`,
          };
    case 'status':
      return statusWords(change);
  }
}

function statusWords({ status, user }: Extract<Change, { kind: 'status' }>): Words {
  switch (status) {
    case 'active':
      return { title: ['Activate'], confirm: 'Activate', consequence: 'They can sign in and use the portal again.' };
    case 'suspended':
      return {
        title: ['Suspend'],
        confirm: 'Suspend',
        consequence: `${SIGNED_OUT}, and they cannot sign in until somebody activates the account again.`,
      };
    case 'needs_auth':
      return {
        title: ['Force re-authentication of'],
        confirm: 'Force re-authentication',
        // Needs Auth lets people sign in, which Suspended does not.
        consequence:
          user.status === 'suspended'
            ? 'This ends the suspension: the next successful sign-in makes the account active again.'
            : `${SIGNED_OUT}. The next successful sign-in makes the account active again.`,
      };
  }
}
