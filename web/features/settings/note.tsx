import { TriangleAlert } from 'lucide-react';

export const Note = ({ children }: { children: string }) => (
  <p className="mt-3 flex items-start gap-2 text-13 text-warning">
    <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
    {children}
  </p>
);
