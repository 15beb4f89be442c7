import { type LucideIcon, Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { IconButton } from '../button.tsx';
import { Spinner } from '../feedback/loading.tsx';
import { useReturnFocus } from './return-focus.ts';
import { ignoreToastClick } from './toast.ts';

export type Command = {
  id: string;
  label: string;
  detail?: string;
  icon: LucideIcon;
  staysOpen?: boolean;
} & ({ href: string } | { run: () => void });

interface CommandGroup {
  name: string;
  commands: readonly Command[];
}

interface CommandDialogProps {
  title: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
  groups: readonly CommandGroup[];
  busy: boolean;
  empty: string;
  onClose: () => void;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Runs a command after the focus has returned, so that a dialog it opens can return the focus too. */
function useChosen() {
  const returnFocus = useReturnFocus();
  const chosen = useRef<Command>(null);
  return {
    choose: (command: Command) => {
      chosen.current = command;
    },
    onCloseAutoFocus: (event: Event) => {
      const command = chosen.current;
      // The page that a link opened keeps the focus.
      if (command && 'href' in command && document.activeElement !== document.body) return event.preventDefault();
      returnFocus.onCloseAutoFocus(event);
      if (command && 'run' in command) command.run();
    },
  };
}

export function CommandDialog(props: CommandDialogProps) {
  const { title, placeholder, text, onType, groups, busy, empty, onClose } = props;
  const list = useId();
  const { choose, onCloseAutoFocus } = useChosen();
  const [wanted, setWanted] = useState<string | null>(null);
  const commands = groups.flatMap((group) => group.commands);
  const active = commands.find(({ id }) => id === wanted) ?? commands[0];
  const idOf = (command: Command) => `${list}-${command.id}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step && active) {
      event.preventDefault();
      const next = (commands.indexOf(active) + step + commands.length) % commands.length;
      setWanted(commands[next]?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // A click, so that `UnsavedGuard` can ask first.
      if (activeId) document.getElementById(activeId)?.click();
    }
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 flex animate-appear items-start justify-center overflow-y-auto bg-black/50 px-4 pt-[max(1rem,8dvh)] pb-4">
          <Dialog.Content
            aria-describedby={undefined}
            onCloseAutoFocus={onCloseAutoFocus}
            onInteractOutside={ignoreToastClick}
            className="w-full max-w-130 min-w-0 overflow-hidden rounded-card bg-raised shadow-float"
          >
            <Dialog.Title className="sr-only">{title}</Dialog.Title>
            <div className="flex items-center gap-3 border-line border-b pe-3 ps-4">
              <span className="flex size-4 shrink-0 text-muted">
                {busy ? <Spinner /> : <Search size={16} aria-hidden />}
              </span>
              <input
                type="text"
                role="combobox"
                aria-label={title}
                aria-expanded={active !== undefined}
                aria-controls={active && list}
                aria-autocomplete="list"
                aria-activedescendant={activeId}
                autoComplete="off"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                maxLength={200}
                placeholder={placeholder}
                value={text}
                onChange={({ target }) => {
                  setWanted(null);
                  onType(target.value);
                }}
                onKeyDown={press}
                className="h-12 min-w-0 flex-1 bg-raised text-16 outline-none placeholder:text-muted"
              />
              <Dialog.Close asChild>
                <IconButton icon={X} label="Close" />
              </Dialog.Close>
            </div>
            <p role="status" className={active ? 'sr-only' : 'px-4 py-8 text-center text-13 text-muted'}>
              {active ? `${commands.length} found` : busy ? 'Searching…' : empty}
            </p>
            {active && (
              <div
                role="listbox"
                id={list}
                aria-label={title}
                tabIndex={-1}
                className="flex max-h-[60dvh] flex-col gap-2 overflow-y-auto overscroll-contain p-2"
              >
                {groups.map(({ name, commands }) => (
                  <fieldset key={name} aria-labelledby={`${list}-${name}`}>
                    <p id={`${list}-${name}`} className="px-2 py-1 text-12 text-muted">
                      {name}
                    </p>
                    {commands.map((command) => (
                      <Option
                        key={command.id}
                        id={idOf(command)}
                        command={command}
                        isActive={command === active}
                        onPoint={() => setWanted(command.id)}
                        onChoose={() => {
                          if (command.staysOpen && 'run' in command) return command.run();
                          choose(command);
                          onClose();
                        }}
                      />
                    ))}
                  </fieldset>
                ))}
              </div>
            )}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface OptionProps {
  id: string;
  command: Command;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, command, isActive, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, label, detail } = command;
  const option = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onMouseMove: onPoint,
    onClick: onChoose,
    className: `flex h-10 w-full items-center gap-3 rounded-small px-2 text-start text-13 ${isActive ? 'bg-hover' : ''}`,
  };
  const contents = (
    <>
      <Icon size={16} className="shrink-0 text-muted" aria-hidden />
      <bdi className="truncate font-medium">{label}</bdi>
      {detail && <bdi className="ms-auto max-w-48 shrink-0 truncate ps-3 text-12 text-muted">{detail}</bdi>}
    </>
  );
  return 'href' in command ? (
    <Link href={command.href} {...option}>
      {contents}
    </Link>
  ) : (
    <button type="button" {...option}>
      {contents}
    </button>
  );
}
