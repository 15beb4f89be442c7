import { Fragment, type ReactNode } from 'react';
import { partsOf } from '../../contract/language/slots.rules.ts';

interface WithSlotsProps {
  readonly message: string;
  /** What replaces `<email/>`, or surrounds the words of `<link>Sign in</link>`. */
  readonly slots: Readonly<Record<string, ReactNode | ((words: string) => ReactNode)>>;
}

/** A message with elements inside: each language puts them where its grammar wants them. */
export const WithSlots = ({ message, slots }: WithSlotsProps) =>
  partsOf(message).map((part, index) => {
    if (typeof part === 'string') return part;
    const slot = slots[part.name];
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message have no other name
    return <Fragment key={index}>{typeof slot === 'function' ? slot(part.words) : slot}</Fragment>;
  });
