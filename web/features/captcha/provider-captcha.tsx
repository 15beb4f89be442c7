import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { CaptchaProvider } from '../../../contract/captcha/captcha.ts';
import { pageLanguage, useMessages } from '../../lib/messages.ts';
import { isDark } from '../../ui/theme.tsx';

export interface CaptchaHandle {
  prepare(): void;
  reset(): void;
  focus(): void;
}

export interface CaptchaProps {
  onToken: (token: string | null) => void;
  ref: Ref<CaptchaHandle>;
}

type ExternalProvider = Exclude<CaptchaProvider, 'altcha'>;

interface RenderOptions {
  sitekey: string;
  theme: 'light' | 'dark';
  size: 'normal' | 'compact';
  /** Only Turnstile reads it. The others read `hl` in the script's URL. */
  language: string;
  callback: (token: string) => void;
  'expired-callback': () => void;
  'error-callback': () => void;
}

interface ProviderApi {
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
    script.src = `${src}?render=explicit&onload=${READY}&hl=${pageLanguage()}`;
    document.head.append(script);
  }).catch(() => {
    script.remove();
    throw new Error(`${src} could not be loaded`);
  });
}

let loading: Promise<ProviderApi> | null = null;

function loadProvider(provider: ExternalProvider): Promise<ProviderApi> {
  loading ??= addScript(provider).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

interface ProviderCaptchaProps extends CaptchaProps {
  provider: ExternalProvider;
  siteKey: string;
}

const NORMAL_WIDTH = 304;

export function ProviderCaptcha({ provider, siteKey, onToken, ref }: ProviderCaptchaProps) {
  const { captcha, tryAgain } = useMessages().shared;
  const [state, setState] = useState<'loading' | 'ready' | 'blocked'>('loading');
  const [attempt, setAttempt] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<{ api: ProviderApi; id: string | number }>(null);
  const report = useRef(onToken);
  report.current = onToken;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the script again
  useEffect(() => {
    let left = false;
    // A provider never releases its container, so each widget gets a new one.
    const container = document.createElement('div');
    setState('loading');
    loadProvider(provider)
      .then((api) => {
        if (left || !place.current) return;
        place.current.append(container);
        const id = api.render(container, {
          sitekey: siteKey,
          theme: isDark() ? 'dark' : 'light',
          size: place.current.clientWidth < NORMAL_WIDTH ? 'compact' : 'normal',
          language: pageLanguage(),
          callback: (token) => report.current(token),
          'expired-callback': () => report.current(null),
          'error-callback': () => report.current(null),
        });
        widget.current = { api, id };
        setState('ready');
      })
      .catch(() => {
        if (!left) setState('blocked');
      });
    return () => {
      left = true;
      widget.current = null;
      container.remove();
    };
  }, [provider, siteKey, attempt]);

  useImperativeHandle(ref, () => ({
    prepare: () => {},
    reset: () => {
      if (widget.current) widget.current.api.reset(widget.current.id);
      report.current(null);
    },
    focus: () => place.current?.querySelector('iframe')?.focus(),
  }));

  return (
    <div className="min-h-20">
      <div ref={place} className="flex justify-center" />
      {state !== 'ready' && (
        <p
          role="status"
          className="flex min-h-20 flex-wrap content-center gap-x-2 rounded-control border border-line bg-canvas px-4 py-3 text-13 text-muted"
        >
          {state === 'loading' ? (
            captcha.loading
          ) : (
            <>
              {captcha.blocked}
              <button
                type="button"
                onClick={() => setAttempt(attempt + 1)}
                className="font-medium text-accent-ink underline underline-offset-2"
              >
                {tryAgain}
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}
