import { X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Field, type FieldText, inputClass } from './field.tsx';

export interface ComboboxOption {
  id: string;
  name: string;
  /** Tells those apart who have the same name. */
  detail: string;
}

interface ComboboxProps extends FieldText {
  placeholder: string;
  value: ComboboxOption | null;
  onChange: (option: ComboboxOption | null) => void;
  /** What there is to choose from, for what is typed. */
  options: readonly ComboboxOption[];
  onSearch: (text: string) => void;
  /** The options are still those of what was typed before. */
  busy: boolean;
  /** Below the options, or in their place. */
  status: string | null;
  ref?: Ref<HTMLInputElement>;
}

/** How far a key leads from the option that is active. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** A field that finds what is typed into it. What was chosen stays until something else is, or the field is emptied. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, placeholder, value, onChange, options, onSearch, busy, status, ref } = props;
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLInputElement);
  const [open, setOpen] = useState(false);
  /** Null while nobody types: then the field says what is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [index, setIndex] = useState(0);
  const active = options[index] ?? options[0];
  const idOf = (option: ComboboxOption) => `${list}-${option.id}`;
  const activeId = open && active ? idOf(active) : undefined;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  // What was chosen is replaced by the next key, not written on.
  useEffect(() => {
    if (typed === null && document.activeElement === field.current) field.current?.select();
  }, [typed]);

  const type = (text: string | null) => {
    setTyped(text);
    setIndex(0);
    onSearch(text ?? '');
  };
  const close = () => {
    setOpen(false);
    type(null);
  };
  const choose = (option: ComboboxOption | null) => {
    close();
    onChange(option);
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (active) setIndex((options.indexOf(active) + step + options.length) % options.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      // Enter right after a fast key must not choose from the options of what was typed before.
      if (active && !busy) choose(active);
    } else if (event.key === 'Escape' && open) {
      close();
    }
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={field}
            type="text"
            role="combobox"
            aria-expanded={activeId !== undefined}
            aria-controls={activeId && list}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            placeholder={placeholder}
            value={typed ?? value?.name ?? ''}
            onChange={({ target }) => {
              setOpen(true);
              type(target.value);
              if (target.value === '') onChange(null);
            }}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={() => setOpen(true)}
            onBlur={close}
            onKeyDown={press}
            className={`${inputClass} truncate pr-10 placeholder:text-muted`}
          />
          {value && (
            <IconButton
              icon={X}
              label={`Empty ${label.toLowerCase()}`}
              onClick={() => choose(null)}
              className="-translate-y-1/2 absolute top-1/2 right-1"
            />
          )}
          {open && (
            <div className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 animate-appear overflow-y-auto rounded-control bg-raised p-1 shadow-float">
              {/* The focus stays in the field, which says by its `aria-activedescendant` where in this list it is. */}
              {active && (
                <div
                  role="listbox"
                  id={list}
                  aria-label="Suggestions"
                  tabIndex={-1}
                  className={`transition-opacity ${busy ? 'opacity-60' : ''}`}
                >
                  {options.map((option, at) => (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
                    <div
                      key={option.id}
                      id={idOf(option)}
                      role="option"
                      tabIndex={-1}
                      aria-selected={option.id === value?.id}
                      data-active={option === active}
                      // A press must not take the focus from the field, or the list would be gone before the click.
                      onMouseDown={(event) => event.preventDefault()}
                      onMouseMove={() => setIndex(at)}
                      onClick={() => choose(option)}
                      className="flex cursor-pointer flex-col rounded-small px-2 py-1.5 text-13 data-[active=true]:bg-hover"
                    >
                      <bdi className="truncate text-left font-medium">{option.name}</bdi>
                      {option.detail && <bdi className="truncate text-left text-12 text-muted">{option.detail}</bdi>}
                    </div>
                  ))}
                </div>
              )}
              {status && (
                <p role="status" className="px-2 py-1.5 text-13 text-muted">
                  {status}
                </p>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

const DEBOUNCE_MS = 200;

/** What is typed, a moment after the last key: what to search options for. */
export function useDebounced(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
