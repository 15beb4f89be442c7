export interface ComboboxOption {
  id: string;
  name: string;
  /** Tells those apart who have the same name. */
  detail: string;
}

interface ComboboxOptionsProps {
  id: string;
  options: readonly ComboboxOption[];
  idOf: (option: ComboboxOption) => string;
  active: ComboboxOption | undefined;
  chosen: ComboboxOption | null;
  onPoint: (index: number) => void;
  onChoose: (option: ComboboxOption) => void;
}

/** The focus stays in the field, which says by its `aria-activedescendant` where in this list it is. */
export const ComboboxOptions = (props: ComboboxOptionsProps) => (
  <div role="listbox" id={props.id} aria-label="Suggestions" tabIndex={-1}>
    {props.options.map((option, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
      <div
        key={option.id}
        id={props.idOf(option)}
        role="option"
        tabIndex={-1}
        aria-selected={option.id === props.chosen?.id}
        data-active={option === props.active}
        // A press must not take the focus from the field, or the list would be gone before the click.
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={() => props.onPoint(index)}
        onClick={() => props.onChoose(option)}
        className="flex cursor-pointer flex-col rounded-small px-2 py-1.5 text-13 data-[active=true]:bg-hover"
      >
        <bdi className="truncate text-left font-medium">{option.name}</bdi>
        {option.detail && <bdi className="truncate text-left text-12 text-muted">{option.detail}</bdi>}
      </div>
    ))}
  </div>
);
