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

function addScript(provider: ExternalProvider): Promise<ProviderApi> {
  const { src, name } = scripts[provider];
  const globals = window as unknown as Record<string, unknown>;
  const script = document.createElement('script');
  return new Promise<ProviderApi>((resolve, reject) => {
    setTimeout(reject, GIVE_UP_AFTER);
    globals[READY] = () => resolve(globals[name] as ProviderApi);
    script.onerror = reject;
    script.src = `${src}?render=explicit&onload=${READY}`;
    document.head.append(script);
  }).catch(() => {
    script.remove();
    throw new Error(`${src} could not be loaded`);
  });
}

let loading: Promise<ProviderApi> | null = null;

/** Adds the provider's script to the page, once, and waits until it says that it is ready. */
export function loadProvider(provider: ExternalProvider): Promise<ProviderApi> {
  loading ??= addScript(provider).catch((error: unknown) => {
    // The next attempt starts from the beginning.
    loading = null;
    throw error;
  });
  return loading;
}
