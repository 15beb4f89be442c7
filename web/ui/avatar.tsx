import { useState } from 'react';

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => ([...part][0] ?? '').toUpperCase())
    .join('');

export function Avatar(props: { name: string; src: string | null; className?: string }) {
  const { name, src, className = 'size-8 text-12' } = props;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      className={`inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-ink ${className}`}
    >
      {src && src !== broken ? (
        <img src={src} alt="" onError={() => setBroken(src)} className="size-full object-cover" />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
