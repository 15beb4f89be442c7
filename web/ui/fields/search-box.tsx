import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Spinner } from '../feedback/loading.tsx';
import { Kbd } from '../kbd.tsx';
import { useShortcut } from '../use-shortcut.ts';
import { inputClass } from './field.tsx';

const DEBOUNCE_MS = 200;
const LENGTH_MAX = 200;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
  busy: boolean;
}

export function SearchBox({ label, placeholder, value, onSearch, busy }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => {
    input.current?.focus();
    input.current?.select();
  });
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  if (value !== searched) {
    setSearched(value);
    setText(value);
  }

  const search = (next: string) => {
    setText(next);
    setSearched(next);
    if (next !== value) onSearch(next);
  };
  const searchNow = useEffectEvent(search);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => searchNow(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') search(text);
    if (event.key === 'Escape') search('');
  };
  return (
    <search className="relative w-full sm:w-80">
      <Search size={16} className="-translate-y-1/2 absolute top-1/2 start-3 text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={LENGTH_MAX}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        className={`${inputClass} pe-10 ps-9 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden`}
      />
      <span className="-translate-y-1/2 absolute top-1/2 end-1 flex size-8 items-center justify-center text-muted">
        {busy ? (
          <Spinner />
        ) : text ? (
          <IconButton
            icon={X}
            label="Clear search"
            onClick={() => {
              search('');
              input.current?.focus();
            }}
          />
        ) : (
          <span className="hidden pointer-fine:block" aria-hidden>
            <Kbd>/</Kbd>
          </span>
        )}
      </span>
    </search>
  );
}
