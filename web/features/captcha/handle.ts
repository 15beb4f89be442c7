import type { Ref } from 'react';

export interface CaptchaHandle {
  /** Someone began to fill in the form: work that takes a moment may start. */
  prepare(): void;
  /** A token works once; after a failed sign-in a new one is needed. */
  reset(): void;
  focus(): void;
}

export interface CaptchaProps {
  onToken: (token: string | null) => void;
  ref: Ref<CaptchaHandle>;
}
