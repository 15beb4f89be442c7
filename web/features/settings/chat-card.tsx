import { TOKEN_MASK } from '../../../contract/settings.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import type { SettingsFormState } from './form-state.ts';
import { TestMessage } from './test-message.tsx';
import { withoutMask } from './token-text.ts';

const steps = [
  'Create a bot with the chat service’s bot-creation tool (BotFather in Telegram).',
  'Get the bot’s token from it.',
  'Add the bot to the chat or group that is to be notified.',
  'Get the chat ID via an id bot.',
  'Enter both here and save.',
];

export function ChatCard({ form }: { form: SettingsFormState }) {
  const { register, watch, setValue, formState } = form;
  const { errors } = formState;
  const isKept = watch('telegramBotToken') === TOKEN_MASK;
  const token = register('telegramBotToken', {
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setValue('telegramBotToken', withoutMask(target.value), { shouldDirty: true }),
  });
  return (
    <Card title="Chat Notifications" description="Sends what happens to a Telegram chat as well">
      <ol className="mb-5 flex list-decimal flex-col gap-1 pl-5 text-13 text-muted marker:tabular-nums">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <PasswordField
          label="Bot token"
          autoComplete="off"
          hint={isKept ? 'Saved. Type to replace, empty to remove.' : 'Kept encrypted and never shown again'}
          error={errors.telegramBotToken?.message}
          {...token}
        />
        <TextField
          label="Chat ID"
          autoComplete="off"
          spellCheck={false}
          hint="Such as -1001234567890"
          error={errors.telegramChatId?.message}
          {...register('telegramChatId')}
        />
      </div>
      <TestMessage form={form} />
    </Card>
  );
}
