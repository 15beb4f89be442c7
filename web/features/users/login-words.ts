import { CircleDot, LogIn, LogOut, type LucideIcon, TriangleAlert } from 'lucide-react';

interface Words {
  icon: LucideIcon;
  text: string;
  failed: boolean;
}

const known: Record<string, Words> = {
  login: { icon: LogIn, text: 'Signed in', failed: false },
  logout: { icon: LogOut, text: 'Signed out', failed: false },
  failed_login: { icon: TriangleAlert, text: 'Failed sign-in', failed: true },
};

/** An action of the activity log in words; one that is new here is shown as it is called. */
export const loginWords = (action: string): Words =>
  known[action] ?? { icon: CircleDot, text: action.replaceAll('_', ' '), failed: action.includes('failed') };
