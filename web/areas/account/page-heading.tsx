import { type ReactNode, useEffect, useRef } from 'react';

/** Tells keyboards and screen readers that another page is shown, also when the support team led here. */
export function useFocusOnOpen<E extends HTMLElement>() {
  const target = useRef<E>(null);
  useEffect(() => {
    target.current?.focus();
    scrollTo(0, 0);
  }, []);
  return target;
}

export function PageHeading({ className, children }: { className: string; children: ReactNode }) {
  const heading = useFocusOnOpen<HTMLHeadingElement>();
  return (
    <h1 ref={heading} tabIndex={-1} className={`font-semibold tracking-tight ${className}`}>
      {children}
    </h1>
  );
}
