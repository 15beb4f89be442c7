import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

const DELAY = 700;
const SKIP_DELAY = 300;

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Primitive.Provider delayDuration={DELAY} skipDelayDuration={SKIP_DELAY}>
    {children}
  </Primitive.Provider>
);

/** Not in a portal, so that it stays inside the landmark of what it names. */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <Primitive.Root>
    <Primitive.Trigger asChild>{children}</Primitive.Trigger>
    <Primitive.Content
      side="right"
      sideOffset={8}
      className="z-50 animate-appear rounded-small bg-raised px-2.5 py-1.5 text-12 font-medium shadow-float"
    >
      {text}
    </Primitive.Content>
  </Primitive.Root>
);
