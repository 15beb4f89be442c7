import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface TabsProps {
  label: string;
  tabs: readonly {
    name: string;
    content: ReactNode;
    late?: boolean;
  }[];
}

const byKey: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Radix tabs would add 9 kB to the sign-in page. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState([0]);
  const open = (index: number) => {
    setActive(index);
    setOpened([...opened, index]);
  };
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (event: KeyboardEvent) => {
    const next = byKey[event.key]?.(active, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    open(next);
    buttons.current[next]?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className="grid auto-cols-fr grid-flow-col rounded-control bg-sunken p-1">
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === active}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === active ? 0 : -1}
            onClick={() => open(index)}
            onKeyDown={move}
            className="h-8 rounded-small text-13 font-medium text-muted transition-colors hover:text-ink aria-selected:bg-raised aria-selected:text-ink aria-selected:shadow-[0_0_0_1px_var(--line)]"
          >
            {name}
          </button>
        ))}
      </div>
      {/* Panels share one grid cell, so the page keeps its height. */}
      <div className="grid pt-6">
        {tabs.map(({ name, content, late }, index) => (
          <div
            key={name}
            role="tabpanel"
            id={`${id}-panel-${index}`}
            aria-labelledby={`${id}-tab-${index}`}
            className={`col-start-1 row-start-1 ${index === active ? '' : late ? 'hidden' : 'invisible'}`}
          >
            {(!late || opened.includes(index)) && content}
          </div>
        ))}
      </div>
    </>
  );
}
