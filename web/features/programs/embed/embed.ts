/**
 * `/embed.js`, for pages of other sites (docs/INTEGRATING.md). It imports nothing: the server wraps it in a function and
 * serves it as one file.
 */

/** Placeholder; the server inserts its own origin. */
const PORTAL = 'https://portal.invalid';

interface Options {
  /** The gate token. */
  token?: string;
  language?: string;
}

const LOOK_EVERY = 500;

const failed = (name: 'blocked' | 'closed', message: string) => Object.assign(new Error(message), { name });

function verify({ token, language }: Options = {}): Promise<{ receipt: string }> {
  return new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    const opened = open('', id, 'popup,width=480,height=760');
    if (!opened)
      return reject(failed('blocked', 'The browser blocked the window. Call verify() when a button is clicked.'));
    // The portal identifies this site by the Referer, which this page's policy could remove.
    const link = document.createElement('a');
    link.referrerPolicy = 'origin';
    link.target = id;
    const inLanguage = language ? `&lang=${encodeURIComponent(language)}` : '';
    // In the fragment, which servers and logs never see.
    const fragment = token ? `#token=${encodeURIComponent(token)}` : '';
    link.href = `${PORTAL}/user/email-entry?flow=${id}${inLanguage}${fragment}`;
    link.click();

    let wasClosed = false;
    const end = () => {
      clearInterval(timer);
      removeEventListener('message', listen);
    };
    const listen = ({ source, origin, data }: MessageEvent) => {
      if (source !== opened || origin !== PORTAL || data?.id !== id) return;
      end();
      opened.close();
      resolve({ receipt: data.receipt });
    };
    const timer = setInterval(() => {
      // Rejects one look later: the message of the closed window may still be on its way.
      if (opened.closed && wasClosed) {
        end();
        reject(failed('closed', 'The window was closed, or the portal does not list this origin in EMBED_ORIGINS.'));
      }
      wasClosed = opened.closed;
    }, LOOK_EVERY);
    addEventListener('message', listen);
  });
}

Object.assign(window, { gatehouse: { verify } });
