import type * as english from '../../messages/en.ts';

type Translated<Message> = Message extends string
  ? string
  : Message extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Message]: Translated<Message[Key]> };

/** The exports of `messages/en.ts`: a translation that lacks a message or takes other values does not compile. */
export type Messages = Translated<typeof english>;
