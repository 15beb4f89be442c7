import type { DataField } from '../../../../contract/people/people.rules.ts';
import type { messages } from '../../../lib/messages.ts';

type Words = ReturnType<typeof messages>['myData'];

/** A test makes sure that every field of a guest has a word. */
export const fieldWord = ({ fields }: Words, field: DataField) =>
  (fields as Readonly<Partial<Record<DataField, string>>>)[field] ?? field;
