import { useMutation } from '@tanstack/react-query';
import type { PromptKind } from '../../../contract/prompts.ts';
import { api } from '../../lib/api.ts';
import { toastError, toastSuccess } from '../../ui/overlays/toast.ts';

const sent = {
  email: ['Email Prompt Sent', 'Guest will see the email entry prompt on their screen.'],
  code: ['Code Prompt Sent', 'Guest will see the verification code prompt on their screen.'],
} as const;

interface PromptInput {
  guestIp: string;
  prompt: PromptKind;
}

/** For staff: asks a guest for the address or the code. The server knows the messages of the settings. */
export const usePromptGuest = (onSent: (input: PromptInput) => void) =>
  useMutation({
    // Without a network it fails at once: no guest is asked minutes later, when they are somewhere else.
    networkMode: 'always',
    mutationFn: (body: PromptInput) => api('POST /api/admin/guest-prompt', { body }),
    onSuccess: (_, input) => {
      const [title, description] = sent[input.prompt];
      toastSuccess(title, description);
      onSent(input);
    },
    onError: (error) => toastError(error, 'The prompt could not be sent. Please try again.', 'Prompt Failed'),
  });
