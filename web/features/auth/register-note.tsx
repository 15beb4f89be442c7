import { LifeBuoy } from 'lucide-react';

export const RegisterNote = () => (
  <div className="flex h-full flex-col items-center justify-center gap-2 px-2 text-center">
    <LifeBuoy size={24} className="mb-2 text-muted" aria-hidden />
    <h2 className="text-16 font-semibold">Accounts are created by the support team</h2>
    <p className="text-muted">
      To get an account, please contact the support team. They create it for you and send you what you need to sign in.
    </p>
  </div>
);
