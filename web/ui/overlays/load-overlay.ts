import { toast } from './toast.ts';

export const loadOverlay = <T>(load: () => Promise<T>): Promise<T | null> =>
  load().catch(() => {
    toast({
      title: 'This could not be opened',
      description: 'The portal may have been updated, or the connection was lost. Please reload the page.',
      variant: 'error',
    });
    return null;
  });
