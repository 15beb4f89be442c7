import { lazy, Suspense } from 'react';
import { usePortal } from '../../lib/portal.ts';
import { Altcha } from './altcha.tsx';
import type { CaptchaProps } from './handle.ts';

const ProviderCaptcha = lazy(() =>
  import('./provider-captcha.tsx').then((file) => ({ default: file.ProviderCaptcha })),
);

export function Captcha(props: CaptchaProps) {
  const { provider, siteKey } = usePortal().captcha;
  if (provider === 'altcha') return <Altcha {...props} />;
  return (
    <Suspense fallback={<div className="h-20" />}>
      <ProviderCaptcha {...props} provider={provider} siteKey={siteKey ?? ''} />
    </Suspense>
  );
}
