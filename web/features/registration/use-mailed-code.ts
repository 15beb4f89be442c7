import { useEffectEvent, useLayoutEffect, useState } from 'react';

const codeInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/**
 * The code, which the link of our mail brings behind the #. It goes into the field and no further: programs that look
 * for bad links in mails open them too, and must not use it up. Then it leaves the address, which others may see.
 */
export function useMailedCode() {
  const [code, setCode] = useState('');
  const [mailed, setMailed] = useState(false);
  const take = useEffectEvent(() => {
    const found = codeInAddress();
    if (!found) return;
    setCode(found);
    setMailed(true);
    history.replaceState(history.state, '', location.pathname + location.search);
  });
  useLayoutEffect(() => {
    take();
    // A link that is opened in the tab that waits for it changes nothing but this.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return { code, setCode, mailed };
}
