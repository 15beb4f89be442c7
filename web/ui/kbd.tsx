export const Kbd = ({ children, className = '' }: { children: string; className?: string }) => (
  <kbd
    className={`rounded-small border border-line px-1.5 font-sans text-12 whitespace-nowrap text-muted ${className}`}
  >
    {children}
  </kbd>
);
