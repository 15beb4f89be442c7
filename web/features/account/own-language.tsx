import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { messages } from '../../lib/messages.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { toastFailure } from '../../ui/overlays/toast.ts';

/** The account keeps the language, for emails and other browsers. */
export function OwnLanguage() {
  const { mutate } = useMutation({
    mutationFn: (language: string) => api('PATCH /api/user/language', { body: { language } }),
    onError: (error) =>
      toastFailure(messages().account.home.language.notSaved, error, messages().shared.pleaseTryAgain),
  });
  return <LanguageSwitch onChosen={mutate} />;
}
