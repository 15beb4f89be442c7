import { messages } from '../../lib/messages.ts';
import { toast } from './toast.ts';

export const loadOverlay = <T>(load: () => Promise<T>): Promise<T | null> =>
  load().catch(() => {
    const { overlayTitle, overlayDescription } = messages().shared.notLoaded;
    toast({ title: overlayTitle, description: overlayDescription, variant: 'error' });
    return null;
  });
