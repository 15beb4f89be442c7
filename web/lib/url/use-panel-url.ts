import { useCallback } from 'react';
import { useSearchParam } from './use-search-param.ts';

const OPENED_HERE = 'panel-opened-here';

/** The open panel is in the URL, so that it can be shared and Back closes it. */
export function usePanelUrl(name: string) {
  const [id, setId] = useSearchParam(name);
  const open = useCallback((row: { id: string }) => setId(row.id, { step: true, state: OPENED_HERE }), [setId]);
  const close = useCallback(() => {
    // A shared URL has no list to go back to.
    if (history.state === OPENED_HERE) history.back();
    else setId('');
  }, [setId]);
  return { id, open, close };
}
