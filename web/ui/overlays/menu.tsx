import { Check, ChevronRight, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { usePopup } from './return-focus.ts';

const panelClass = 'z-40 animate-appear rounded-control bg-raised p-1 shadow-float';
const itemClass =
  'flex h-8 cursor-pointer items-center gap-2.5 rounded-small px-2 text-13 outline-none select-none data-[highlighted]:bg-hover data-[state=open]:bg-hover [&>svg]:shrink-0 [&>svg]:text-muted';

/** No portal and not modal: items stay in the trigger's landmark. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const { onCloseAutoFocus, ...popup } = usePopup();
  return (
    <DropdownMenu.Root modal={false} {...popup}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={onCloseAutoFocus}
        className={`${panelClass} w-56`}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface MenuLabelProps {
  icon: LucideIcon;
  label: string;
}

const MenuLabel = ({ icon: Icon, label }: MenuLabelProps) => (
  <>
    <Icon size={16} aria-hidden />
    {label}
  </>
);

export const MenuItem = ({ onSelect, ...label }: MenuLabelProps & { onSelect: () => void }) => (
  <DropdownMenu.Item onSelect={onSelect} className={itemClass}>
    <MenuLabel {...label} />
  </DropdownMenu.Item>
);

export const MenuLink = ({ href, ...label }: MenuLabelProps & { href: string }) => (
  <DropdownMenu.Item asChild className={itemClass}>
    <Link href={href}>
      <MenuLabel {...label} />
    </Link>
  </DropdownMenu.Item>
);

export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2 py-1.5">{children}</DropdownMenu.Label>
);

export const MenuSeparator = () => <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;

interface MenuOptionsProps<Value extends string> {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export const MenuOptions = <Value extends string>({ value, options, onChange }: MenuOptionsProps<Value>) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
    {options.map((option) => (
      <DropdownMenu.RadioItem key={option.value} value={option.value} className={itemClass}>
        {option.label}
        <DropdownMenu.ItemIndicator className="ms-auto">
          <Check size={14} aria-hidden />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
);

export const MenuChoice = <Value extends string>({
  icon,
  label,
  ...options
}: MenuLabelProps & MenuOptionsProps<Value>) => (
  <DropdownMenu.Sub>
    <DropdownMenu.SubTrigger className={itemClass}>
      <MenuLabel icon={icon} label={label} />
      <ChevronRight size={14} className="ms-auto" aria-hidden />
    </DropdownMenu.SubTrigger>
    <DropdownMenu.SubContent sideOffset={6} collisionPadding={8} className={`${panelClass} w-36`}>
      <MenuOptions {...options} />
    </DropdownMenu.SubContent>
  </DropdownMenu.Sub>
);
