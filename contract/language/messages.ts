import type * as english from '../../messages/en.ts';

type Translated<Message> = Message extends string
  ? string
  : Message extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Message]: Translated<Message[Key]> };

/** A translation that lacks a message or takes other values doesn't compile. */
export type Messages = Translated<typeof english>;
