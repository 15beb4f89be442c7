import { useEffect } from 'react';
import { usePortal } from './portal.ts';

export function useTitle(title: string) {
  const { organisation } = usePortal();
  useEffect(() => {
    document.title = `${title} · ${organisation}`;
  }, [title, organisation]);
}
