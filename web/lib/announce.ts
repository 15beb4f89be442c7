import { toast } from '../ui/overlays/toast.ts';
import { sentenceOf } from './api-error.ts';

export const announceSuccess = (title: string, description?: string) =>
  toast({ title, description, variant: 'success' });

/** The server's own sentence about what went wrong; `otherwise` where it has none. */
export const announceFailure = (title: string, error: unknown, otherwise: string) =>
  toast({ title, description: sentenceOf(error, otherwise), variant: 'error' });
