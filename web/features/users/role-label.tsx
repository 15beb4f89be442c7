import { Shield } from 'lucide-react';
import type { Role } from '../../../contract/users.rules.ts';

export const RoleLabel = ({ role }: { role: Role }) =>
  role === 'admin' ? (
    <span className="inline-flex items-center gap-1.5 align-middle font-medium">
      <Shield size={14} className="text-accent-ink" aria-hidden />
      Admin
    </span>
  ) : (
    <span className="text-muted">User</span>
  );
