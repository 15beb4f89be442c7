import { type Ref, useRef, useState } from 'react';
import { CAPTCHA_MISSING } from '../../../contract/auth.rules.ts';
import { toast } from '../../ui/overlays/toast.ts';

interface CaptchaHandle {
  prepare(): void;
  reset(): void;
  focus(): void;
}

export interface CaptchaProps {
  onToken: (token: string | null) => void;
  ref: Ref<CaptchaHandle>;
}

/** The captcha of a form. `box` goes to the component, which has a token once somebody has used it. */
export function useCaptcha() {
  const ref = useRef<CaptchaHandle>(null);
  const [token, setToken] = useState<string | null>(null);
  return {
    box: { ref, onToken: setToken },
    /** Somebody began to fill in the form: work that takes a moment may start. */
    prepare: () => ref.current?.prepare(),
    /** A token works once; after a failed attempt a new one is needed. */
    reset: () => ref.current?.reset(),
    /** The token, or null after saying that it is missing. */
    requireToken: () => {
      if (!token) {
        toast({ title: CAPTCHA_MISSING, variant: 'error' });
        ref.current?.focus();
      }
      return token;
    },
  };
}
