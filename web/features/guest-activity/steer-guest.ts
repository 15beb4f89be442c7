import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Guest } from '../../../contract/guest-activity.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';
import { api } from '../../lib/api.ts';
import { isSignedOut, sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { failureWords } from '../redirects/failure-words.ts';
import { useRedirectChanges } from '../redirects/list-query.ts';
import { noteWaiting } from './guests-query.ts';
import { steerSettings } from './steer-settings.ts';
import type { Steer } from './steers.ts';

type Prompt = Extract<Steer, 'email-prompt' | 'code-prompt'>;
type Move = Exclude<Steer, Prompt>;

const isPrompt = (steer: Steer): steer is Prompt => steer === 'email-prompt' || steer === 'code-prompt';

const prompts = {
  'email-prompt': {
    kind: 'email',
    message: 'emailPromptMessage',
    title: 'Email Prompt Sent',
    description: 'Guest will see the email entry prompt on their screen.',
  },
  'code-prompt': {
    kind: 'code',
    message: 'codePromptMessage',
    title: 'Code Prompt Sent',
    description: 'Guest will see the verification code prompt on their screen.',
  },
} as const;

const reasons: Record<Move, string> = {
  'to-verify': 'Moved to verify code by support',
  'to-entry': 'Moved to email entry by support',
  exit: 'Led to the exit by support',
};

async function destinationOf(move: Move) {
  if (move === 'exit') return (await steerSettings()).exitUrl;
  return move === 'to-verify' ? VERIFY_CODE_PATH : EMAIL_ENTRY_PATH;
}

class NotVerified extends Error {}

/** Nobody is moved while the log cannot be read. Whoever is signed out meanwhile is told that, as everywhere. */
const checkLog = () =>
  api('GET /api/admin/guest-logs', { query: { limit: 1 } }).catch((cause: unknown) => {
    throw isSignedOut(cause) ? cause : new NotVerified('The guest log could not be read', { cause });
  });

async function sendPrompt(guestIp: string, prompt: Prompt) {
  const { kind, message } = prompts[prompt];
  const settings = await steerSettings();
  await api('POST /api/admin/guest-prompt', { body: { guestIp, message: settings[message] } });
  return { prompt: kind };
}

async function sendRedirect(guestIp: string, move: Move) {
  await checkLog();
  const redirect = await destinationOf(move);
  await api('POST /api/admin/redirects', {
    body: {
      isGuestRedirect: true,
      guestIp,
      userId: null,
      destinationPath: redirect,
      reason: reasons[move],
      isPersistent: false,
    },
  });
  return { redirect };
}

const failed = (steer: Steer, error: Error) =>
  isPrompt(steer)
    ? { title: 'Prompt Failed', description: sentenceOf(error, 'The prompt could not be sent. Please try again.') }
    : {
        title: 'Redirect Failed',
        description: error instanceof NotVerified ? 'Could not verify guest activity' : failureWords(error).description,
      };

const done = (steer: Steer) =>
  isPrompt(steer)
    ? { title: prompts[steer].title, description: prompts[steer].description }
    : { title: 'Guest Redirect Created', description: 'The guest will be redirected on their next page visit.' };

/** Asks a guest for something, or moves them inside the flow. */
export function useSteerGuest(ip: string, steer: Steer) {
  const queryClient = useQueryClient();
  const redirects = useRedirectChanges();
  return useMutation({
    // Without a network it fails at once: nobody is moved minutes later, when the guest is somewhere else.
    networkMode: 'always',
    mutationFn: (): Promise<Partial<Guest['waiting']>> =>
      isPrompt(steer) ? sendPrompt(ip, steer) : sendRedirect(ip, steer),
    onSuccess: (waiting) => {
      toast({ ...done(steer), variant: 'success' });
      noteWaiting(queryClient, ip, waiting);
      if (!isPrompt(steer)) redirects.renew();
    },
    onError: (error) => toast({ ...failed(steer, error), variant: 'error' }),
  });
}
