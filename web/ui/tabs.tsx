import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface TabsProps {
  label: string;
  tabs: readonly {
    /** Stays the same in every language. */
    id: string;
    name: string;
    content: ReactNode;
    late?: boolean;
  }[];
}

const forward = (index: number, count: number) => (index + 1) % count;
const back = (index: number, count: number) => (index - 1 + count) % count;

function tabByKey(key: string, index: number, count: number): number | undefined {
  const isRightToLeft = document.dir === 'rtl';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight') return (isRightToLeft ? back : forward)(index, count);
  if (key === 'ArrowLeft') return (isRightToLeft ? forward : back)(index, count);
  return undefined;
}

/** Radix tabs would add 9 kB to the sign-in page. */
export function Tabs({ label, tabs }: TabsProps) {
  const group = useId();
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState([0]);
  const open = (index: number) => {
    setActive(index);
    setOpened([...opened, index]);
  };
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (event: KeyboardEvent) => {
    const next = tabByKey(event.key, active, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    open(next);
    buttons.current[next]?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className="grid auto-cols-fr grid-flow-col rounded-control bg-sunken p-1">
        {tabs.map(({ id, name }, index) => (
          <button
            key={id}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${group}-tab-${index}`}
            aria-selected={index === active}
            aria-controls={`${group}-panel-${index}`}
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
        {tabs.map(({ id, content, late }, index) => (
          <div
            key={id}
            role="tabpanel"
            id={`${group}-panel-${index}`}
            aria-labelledby={`${group}-tab-${index}`}
            className={`col-start-1 row-start-1 ${index === active ? '' : late ? 'hidden' : 'invisible'}`}
          >
            {(!late || opened.includes(index)) && content}
          </div>
        ))}
      </div>
    </>
  );
}
