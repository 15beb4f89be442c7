import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  description?: string;
  children: ReactNode;
}

export function Card({ title, description, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface">
      <header className="border-line border-b px-5 py-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {description && <p className="mt-0.5 text-13 text-muted">{description}</p>}
      </header>
      <div className="p-5">{children}</div>
    </section>
  );
}
