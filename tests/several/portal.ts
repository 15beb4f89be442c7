import type { Several } from '../support/several.ts';
import type { TestSmtp } from '../support/smtp.ts';
import type { Visitor } from '../support/visitor.ts';

/** What the stories share; it is there when the first of them begins. */
export interface Portal {
  several(): Several;
  smtp(): TestSmtp;
  admin(): Visitor;
}

/** What one process knows, all know: within what it takes to tell them, which is far less. */
export const AT_ONCE_MS = 1_000;
