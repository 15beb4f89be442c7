import type { PromptKind } from '../../../contract/prompts.ts';

interface PromptTexts {
  readonly emailPromptMessage: string;
  readonly codePromptMessage: string;
}

export const textOf = (kind: PromptKind, { emailPromptMessage, codePromptMessage }: PromptTexts) =>
  kind === 'email' ? emailPromptMessage : codePromptMessage;

interface Prompted {
  /** Somebody told them to come here, and they have not chosen to go on: nobody steers them until they do. */
  readonly isHalted: boolean;
}

/** A prompt says what was recorded when it was sent, and only while the settings still say the same. */
export const mayShowPrompt = (
  { kind, message }: { kind: PromptKind; message: string },
  texts: PromptTexts,
  { isHalted }: Prompted,
) => !isHalted && message === textOf(kind, texts);
