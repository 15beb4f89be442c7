import { CircleAlert, CircleCheck } from 'lucide-react';
import { sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { useTestChat } from './api.ts';
import type { SettingsFormState } from './form-state.ts';

/** Tries what is in the two fields, saved or not. */
export function TestMessage({ form: { trigger, getValues } }: { form: SettingsFormState }) {
  const test = useTestChat();
  const send = async () => {
    test.reset();
    const isFine = await trigger(['telegramBotToken', 'telegramChatId'], { shouldFocus: true });
    if (!isFine) return;
    const { telegramBotToken, telegramChatId } = getValues();
    test.mutate({ telegramBotToken, telegramChatId });
  };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" pending={test.isPending} onClick={send}>
        {test.isPending ? 'Sending…' : 'Send test message'}
      </Button>
      <p role="status" className="flex flex-1 basis-60 items-center gap-2 text-13 wrap-anywhere">
        {test.isSuccess && (
          <>
            <CircleCheck size={16} className="shrink-0 text-success" aria-hidden />
            Test message sent
          </>
        )}
        {test.isError && (
          <>
            <CircleAlert size={16} className="shrink-0 text-danger" aria-hidden />
            {sentenceOf(test.error, 'The test message could not be sent')}
          </>
        )}
      </p>
    </div>
  );
}
