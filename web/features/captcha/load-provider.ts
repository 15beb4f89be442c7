import type { CaptchaProvider } from '../../../contract/captcha.ts';

export type ExternalProvider = Exclude<CaptchaProvider, 'altcha'>;

interface RenderOptions {
  sitekey: string;
  theme: 'light' | 'dark';
  size: 'normal' | 'compact';
  callback: (token: string) => void;
  'expired-callback': () => void;
  'error-callback': () => void;
}

/** What the three scripts have in common, which is all that is needed. */
export interface ProviderApi {
  render(container: HTMLElement, options: RenderOptions): string | number;
  reset(widget: string | number): void;
}

const scripts: Record<ExternalProvider, { src: string; name: string }> = {
  recaptcha: { src: 'https://www.google.com/recaptcha/api.js', name: 'grecaptcha' },
  turnstile: { src: 'https://challenges.cloudflare.com/turnstile/v0/api.js', name: 'turnstile' },
  hcaptcha: { src: 'https://js.hcaptcha.com/1/api.js', name: 'hcaptcha' },
};

const GIVE_UP_AFTER = 15_000;
const READY = 'captchaProviderReady';

/** Adds the provider's script to the page and waits until it says that it is ready. */
export function loadProvider(provider: ExternalProvider): Promise<ProviderApi> {
  const { src, name } = scripts[provider];
  const globals = window as unknown as Record<string, unknown>;
  if (globals[name]) return Promise.resolve(globals[name] as ProviderApi);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    };
    const timer = setTimeout(fail, GIVE_UP_AFTER);
    globals[READY] = () => {
      clearTimeout(timer);
      resolve(globals[name] as ProviderApi);
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    script.src = `${src}?render=explicit&onload=${READY}`;
    document.head.append(script);
  });
}
