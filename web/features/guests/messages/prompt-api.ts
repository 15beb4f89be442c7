import { useMutation } from '@tanstack/react-query';
import type { PromptKind } from '../../../../contract/guests/prompts.ts';
import { api } from '../../../lib/api/api.ts';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';
import { withLeftOut } from '../../redirects/left-out.ts';
import { isClaimedByOther } from './api.ts';

const sent = {
  email: ['Email Prompt Sent', 'Guest will see the email entry prompt on their screen.'],
  code: ['Code Prompt Sent', 'Guest will see the verification code prompt on their screen.'],
} as const;

interface PromptInput {
  /** One browser. Without it: every browser of the address. */
  guestId?: string | undefined;
  guestIp: string;
  stepIn?: boolean;
  prompt: PromptKind;
}

/** For staff: asks a guest for the address or the code. The server knows the messages of the settings. */
export const usePromptGuest = () =>
  useMutation({
    // Without a network it fails at once: no guest is asked minutes later, when they are somewhere else.
    networkMode: 'always',
    mutationFn: (body: PromptInput) => api('POST /api/admin/guest-prompt', { body }),
    onSuccess: ({ leftOut }, input) => {
      const [title, description] = sent[input.prompt];
      toastSuccess(title, withLeftOut(description, leftOut));
    },
    onError: (error) => {
      if (!isClaimedByOther(error))
        toastFailure('Prompt Failed', error, 'The prompt could not be sent. Please try again.');
    },
  });
