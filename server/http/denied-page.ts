import { randomBytes } from 'node:crypto';

/**
 * Shown on a hostname that is not ours. It stands alone: nothing of the portal is served there, and its policy does not
 * name the portal's own hostname as that of other pages does.
 */
export function deniedPage(): { html: string; nonce: string; policy: string } {
  const nonce = randomBytes(16).toString('base64');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>404 Not Found</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --ground: #f7f8fa; --text: #1b1f27; --quiet: #59606e; }
@media (prefers-color-scheme: dark) { :root { --ground: #0f1115; --text: #eceef2; --quiet: #a2a9b6; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 400px; padding: 24px; text-align: center; }
h1 { margin: 0 0 8px; font-size: 28px; font-weight: 600; }
p { margin: 0 0 16px; }
.code { color: var(--quiet); font-size: 13px; }
</style>
</head>
<body>
<main>
<h1>404</h1>
<p>The requested resource was not found on this server.</p>
<p class="code">Error Code: Domain Access Denied</p>
</main>
</body>
</html>
`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, nonce, policy };
}
