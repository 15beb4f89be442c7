import { type ComponentProps, type ReactNode, useId } from 'react';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: string;
  description?: string;
  action?: ReactNode;
}

export function Card({ title, description, action, children, className = '', ...rest }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} {...rest} className={`rounded-card border border-line bg-surface ${className}`}>
      <header className="flex items-center justify-between gap-4 border-line border-b px-5 py-4">
        <div className="min-w-0">
          {/* A link to the card moves the focus here. */}
          <h2 id={id} tabIndex={rest.id ? -1 : undefined} className="font-semibold">
            {title}
          </h2>
          {description && <p className="mt-0.5 text-13 text-muted">{description}</p>}
        </div>
        {action}
      </header>
      <div className="p-5">{children}</div>
    </section>
  );
}
