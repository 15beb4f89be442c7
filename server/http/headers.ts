import type { CaptchaConfig, Config } from '../config.ts';

const FOR_PAGES = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

const HCAPTCHA = 'https://hcaptcha.com https://*.hcaptcha.com';
const TURNSTILE = 'https://challenges.cloudflare.com';

type Sources = Partial<Record<'script' | 'frame' | 'connect' | 'style', string>>;

const CAPTCHA_SOURCES: Record<CaptchaConfig['provider'], Sources> = {
  altcha: {},
  turnstile: { script: TURNSTILE, frame: TURNSTILE },
  hcaptcha: { script: HCAPTCHA, frame: HCAPTCHA, connect: HCAPTCHA, style: HCAPTCHA },
  recaptcha: {
    script: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    frame: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    connect: 'https://www.google.com/recaptcha/',
  },
};

export function securityHeaders(config: Config) {
  const https = config.publicUrl.protocol === 'https:';
  const captcha = CAPTCHA_SOURCES[config.captcha.provider];
  const sources = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(' ');
  const socket = `${https ? 'wss' : 'ws'}://${config.publicUrl.host}`;
  return {
    plain: {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      'cache-control': 'no-store',
      ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    },
    /** Radix injects style tags, so styles need the nonce. */
    page: (nonce: string, { keepsOpener = false } = {}) => ({
      ...FOR_PAGES,
      ...(keepsOpener && { 'cross-origin-opener-policy': 'unsafe-none' }),
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${sources("'self'", captcha.script)}`,
        `style-src ${sources("'self'", `'nonce-${nonce}'`, captcha.style)}`,
        "img-src 'self' data:",
        "font-src 'self'",
        `connect-src ${sources("'self'", socket, captcha.connect)}`,
        "worker-src 'self'",
        "manifest-src 'self'",
        `frame-src ${captcha.frame ?? "'none'"}`,
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        // Other captchas' widgets do not support trusted types.
        ...(config.captcha.provider === 'altcha'
          ? ["require-trusted-types-for 'script'", 'trusted-types captcha-worker']
          : []),
        ...(https ? ['upgrade-insecure-requests'] : []),
      ].join('; '),
    }),
  };
}
