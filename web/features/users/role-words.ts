import { Eye, HandHelping, type LucideIcon, Shield, UsersRound } from 'lucide-react';
import type { Role } from '../../../contract/users/users.rules.ts';

interface RoleWords {
  label: string;
  plural: string;
  /** The role with its article. */
  one: string;
  icon?: LucideIcon;
  may: string;
}

export const roleWords: Record<Role, RoleWords> = {
  user: { label: 'User', plural: 'Users', one: 'a normal user', may: 'Uses the portal, without the back-office' },
  helper: {
    label: 'Helper',
    plural: 'Helpers',
    one: 'a helper',
    icon: HandHelping,
    may: 'Sees guests and their log, prompts and redirects them',
  },
  manager: {
    label: 'Manager',
    plural: 'Managers',
    one: 'a manager',
    icon: UsersRound,
    may: 'Sees accounts; adds, changes and redirects users, not staff',
  },
  auditor: {
    label: 'Auditor',
    plural: 'Auditors',
    one: 'an auditor',
    icon: Eye,
    may: 'Sees everything in this back-office and changes nothing',
  },
  admin: {
    label: 'Admin',
    plural: 'Admins',
    one: 'an admin',
    icon: Shield,
    may: 'Can see and change everything in this back-office',
  },
};
