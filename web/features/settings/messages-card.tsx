import { Card } from '../../ui/card.tsx';
import { TextAreaField } from '../../ui/fields/field.tsx';
import type { SettingsFormState } from './form-state.ts';

export function MessagesCard({ form: { register, formState } }: { form: SettingsFormState }) {
  const { errors } = formState;
  return (
    <Card title="Prompt Messages" description="What guests read when the support team gets in touch with them">
      <div className="flex flex-col gap-2">
        <TextAreaField
          label="Email entry prompt"
          hint="Asks for an e-mail address, on the email entry page"
          error={errors.emailPromptMessage?.message}
          {...register('emailPromptMessage')}
        />
        <TextAreaField
          label="Verification code prompt"
          hint="Asks for the code again, on the verify code page"
          error={errors.codePromptMessage?.message}
          {...register('codePromptMessage')}
        />
        <TextAreaField
          label="Exit message"
          hint="Shown for a moment before a guest leaves for the exit URL"
          error={errors.exitMessage?.message}
          {...register('exitMessage')}
        />
      </div>
    </Card>
  );
}
