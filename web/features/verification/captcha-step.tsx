import { useEffect, useRef } from 'react';
import { Captcha } from '../captcha/captcha.tsx';
import type { CaptchaHandle } from '../captcha/provider-captcha.tsx';

export function CaptchaStep({ sentence, onToken }: { sentence: string; onToken: (token: string) => void }) {
  const box = useRef<CaptchaHandle>(null);
  useEffect(() => {
    box.current?.prepare();
    box.current?.focus();
  }, []);
  return (
    <div className="mt-4 text-start text-ink">
      <p role="alert" className="mb-3 text-14">
        {sentence}
      </p>
      <Captcha ref={box} onToken={(token) => token && onToken(token)} />
    </div>
  );
}
