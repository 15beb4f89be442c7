import { type FocusEvent, type PointerEvent, useState } from 'react';

/** Whether somebody is at a list, by pointer or by keyboard. A finger is not: it leaves no pointer behind. */
export function useHold() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    isHeld: pointed || focused,
    props: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType !== 'touch'),
      onPointerLeave: () => setPointed(false),
      // A click leaves the focus on a button as well; that does not hold the list once the pointer is gone.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}

export type Hold = ReturnType<typeof useHold>;
