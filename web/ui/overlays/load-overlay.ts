import { toast } from './toast.ts';

export const loadOverlay = <T>(load: () => Promise<T>): Promise<T | null> =>
  load().catch(() => {
    toast({
      title: "Can't open this",
      description: 'The portal may have been updated, or you may be offline. Reload the page.',
      variant: 'error',
    });
    return null;
  });
