import { useEffect } from 'react';
import { titleOf } from '../../contract/boot/prerendered.rules.ts';
import { usePortal } from './portal.ts';

export function useTitle(title: string) {
  const { organisation } = usePortal();
  useEffect(() => {
    document.title = titleOf(title, organisation);
  }, [title, organisation]);
}
