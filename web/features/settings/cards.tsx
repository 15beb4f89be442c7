import type { RegisterOptions, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import type { SettingsInput } from '../../../contract/settings.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';

export type SettingsValues = z.input<typeof SettingsInput>;

/** The form as its cards see it. */
export type SettingsFormState = UseFormReturn<SettingsValues, unknown, z.output<typeof SettingsInput>>;

interface CardProps {
  form: SettingsFormState;
}

/** Makes an input a field of the form, with the error of that field. */
export const field = <Name extends keyof SettingsValues>(
  { register, formState }: SettingsFormState,
  name: Name,
  options?: RegisterOptions<SettingsValues, Name>,
) => ({ ...register(name, options), error: formState.errors[name]?.message });

export const MessagesCard = ({ form }: CardProps) => (
  <Card title="Prompt Messages" description="What guests read when the support team gets in touch with them">
    <div className="flex flex-col gap-2">
      <TextAreaField
        label="Email entry prompt"
        hint="Asks for an e-mail address, on the email entry page"
        {...field(form, 'emailPromptMessage')}
      />
      <TextAreaField
        label="Verification code prompt"
        hint="Asks for the code again, on the verify code page"
        {...field(form, 'codePromptMessage')}
      />
      <TextAreaField
        label="Exit message"
        hint="Shown for a moment before a guest leaves for the exit URL"
        {...field(form, 'exitMessage')}
      />
    </div>
  </Card>
);

/** No landmark: it would have the name of its only field. */
export const ExitUrlCard = ({ form }: CardProps) => (
  <Card aria-labelledby={undefined} title="Exit URL" description="Where guests leave to">
    <TextField
      label="Exit URL"
      type="url"
      autoComplete="off"
      spellCheck={false}
      hint="Default URL for the Exit button after verification completes"
      {...field(form, 'exitUrl')}
    />
  </Card>
);

export const TermsCard = ({ form }: CardProps) => (
  <Card title="Terms" description="What users are asked to accept on the Terms Agreement page">
    <TextAreaField
      label="Terms text"
      rows={12}
      hint="After a change, everybody has to accept the new text"
      {...field(form, 'termsText')}
    />
  </Card>
);

export const RetentionCard = ({ form }: CardProps) => (
  <Card title="Data Retention" description="Older data is deleted for good, a little at a time">
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <TextField
        label="Activity log (days)"
        type="number"
        inputMode="numeric"
        min={1}
        max={3650}
        hint="Sign-ins, changes and what staff did"
        {...field(form, 'activityRetentionDays', { valueAsNumber: true })}
      />
      <TextField
        label="Guest data (days)"
        type="number"
        inputMode="numeric"
        min={1}
        max={3650}
        hint="Guests, their log entries, sent mail"
        {...field(form, 'guestRetentionDays', { valueAsNumber: true })}
      />
    </div>
  </Card>
);
