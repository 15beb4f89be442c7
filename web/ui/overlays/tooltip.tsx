import { Tooltip as Primitive } from 'radix-ui';
import type { FocusEvent, ReactElement, ReactNode } from 'react';

const DELAY = 700;
const SKIP_DELAY = 300;

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Primitive.Provider delayDuration={DELAY} skipDelayDuration={SKIP_DELAY}>
    {children}
  </Primitive.Provider>
);

/** A dialog that returns focus to its button must not open the tooltip. */
const onlyForKeyboards = (event: FocusEvent) => {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
};

interface TooltipProps {
  text: string;
  side?: 'right' | 'top';
  children: ReactElement;
}

/** No portal: the tooltip stays in the landmark of its trigger. */
export const Tooltip = ({ text, side = 'right', children }: TooltipProps) => (
  <Primitive.Root>
    <Primitive.Trigger asChild onFocus={onlyForKeyboards}>
      {children}
    </Primitive.Trigger>
    <Primitive.Content
      side={side}
      sideOffset={8}
      collisionPadding={8}
      className="z-50 animate-appear rounded-small bg-raised px-2.5 py-1.5 text-12 font-medium shadow-float"
    >
      {text}
    </Primitive.Content>
  </Primitive.Root>
);
