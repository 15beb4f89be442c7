/** The shape of what is coming. Its size comes from the class. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={`animate-breathe rounded-control bg-hover ${className}`} />
);
