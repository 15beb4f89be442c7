import { ChevronDown, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../button.tsx';
import { Field, type FieldText, inputClass } from './field.tsx';

export interface ComboboxOption {
  id: string;
  name: string;
  detail: string;
  /** Neighbouring options of one group share a heading. */
  group?: string;
}

interface ComboboxProps extends FieldText {
  placeholder: string;
  value: ComboboxOption | null;
  onChange: (option: ComboboxOption | null) => void;
  options: readonly ComboboxOption[];
  onSearch: (text: string) => void;
  busy: boolean;
  status: string | null;
  ref?: Ref<HTMLInputElement>;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export function Combobox(props: ComboboxProps) {
  const { label, hint, error, placeholder, value, onChange, options, onSearch, busy, status, ref } = props;
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLInputElement);
  const [open, setOpen] = useState(false);
  /** Null unless the person is typing: the field then shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null);
  const [index, setIndex] = useState(0);
  const active = options[index] ?? options[0];
  const idOf = (option: ComboboxOption) => `${list}-${options.indexOf(option)}`;
  const activeId = open && active ? idOf(active) : undefined;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => {
    if (typed === null && document.activeElement === field.current) field.current?.select();
  }, [typed]);

  const type = (text: string | null) => {
    setTyped(text);
    setIndex(0);
    onSearch(text ?? '');
  };
  const openList = () => {
    const chosen = options.findIndex(({ id }) => id === value?.id);
    if (!open) setIndex(Math.max(0, chosen));
    setOpen(true);
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
      if (!open) openList();
      else if (active) setIndex((options.indexOf(active) + step + options.length) % options.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      // Not while busy: the options belong to the previous text.
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
            onClick={openList}
            onBlur={close}
            onKeyDown={press}
            className={`${inputClass} truncate pe-10 placeholder:text-muted`}
          />
          {value ? (
            <IconButton
              icon={X}
              label={`Clear ${label.toLowerCase()}`}
              onClick={() => choose(null)}
              className="-translate-y-1/2 absolute top-1/2 end-1"
            />
          ) : (
            <ChevronDown
              size={14}
              className="-translate-y-1/2 pointer-events-none absolute top-1/2 end-3 text-muted"
              aria-hidden
            />
          )}
          {open && (
            <div className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 animate-appear overflow-y-auto rounded-control bg-raised p-1 shadow-float">
              {active && (
                <div
                  role="listbox"
                  id={list}
                  aria-label="Suggestions"
                  tabIndex={-1}
                  className={`transition-opacity ${busy ? 'opacity-60' : ''}`}
                >
                  {inGroups(options).map(([group = '', grouped]) => (
                    <Group key={group} name={group}>
                      {grouped.map((option) => (
                        // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
                        <div
                          key={option.id}
                          id={idOf(option)}
                          role="option"
                          tabIndex={-1}
                          aria-selected={option.id === value?.id}
                          data-active={option === active}
                          // Keeps focus in the field, or blur would close the list before the click.
                          onMouseDown={(event) => event.preventDefault()}
                          onMouseMove={() => setIndex(options.indexOf(option))}
                          onClick={() => choose(option)}
                          className="flex cursor-pointer flex-col rounded-small px-2 py-1.5 text-13 data-[active=true]:bg-hover"
                        >
                          <bdi className="truncate text-start font-medium">{option.name}</bdi>
                          {option.detail && (
                            <bdi className="truncate text-start text-12 text-muted">{option.detail}</bdi>
                          )}
                        </div>
                      ))}
                    </Group>
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

const inGroups = (options: readonly ComboboxOption[]) => [...Map.groupBy(options, ({ group }) => group)];

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  if (name === '') return children;
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} className="px-2 py-1 text-12 text-muted">
        {name}
      </p>
      {children}
    </fieldset>
  );
}

const DEBOUNCE_MS = 200;

export function useDebounced(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
