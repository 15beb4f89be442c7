import type { PromptKind } from '../../../../contract/guests/prompts.ts';

interface PromptTexts {
  readonly emailPromptMessage: string;
  readonly codePromptMessage: string;
}

export const textOf = (kind: PromptKind, { emailPromptMessage, codePromptMessage }: PromptTexts) =>
  kind === 'email' ? emailPromptMessage : codePromptMessage;

/** A prompt says what was recorded when it was sent, and only while the settings still say the same. */
export const mayShowPrompt = ({ kind, message }: { kind: PromptKind; message: string }, texts: PromptTexts) =>
  message === textOf(kind, texts);
