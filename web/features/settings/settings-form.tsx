import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type Settings, SettingsInput } from '../../../contract/settings.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { UnsavedGuard } from '../../ui/overlays/stay-on-page.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useSaveSettings } from './api.ts';
import { ChatCard } from './chat-card.tsx';
import { ExitUrlCard } from './exit-url-card.tsx';
import type { SettingsFormState, SettingsValues } from './form-state.ts';
import { MessagesCard } from './messages-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { TermsCard } from './terms-card.tsx';

const names = Object.keys(SettingsInput.shape) as (keyof SettingsValues)[];

/** What is saved is what the form starts from now, but what somebody has typed on in the meantime stays. */
function startFrom(saved: Settings, sent: SettingsValues, { getValues, reset, setValue }: SettingsFormState) {
  const now = { ...getValues() };
  reset(saved);
  for (const name of names) {
    if (now[name] !== sent[name]) setValue(name, now[name], { shouldDirty: true });
  }
}

export function SettingsForm({ settings }: { settings: Settings }) {
  const form: SettingsFormState = useForm({ resolver: zodResolver(SettingsInput), defaultValues: settings });
  const { handleSubmit, getValues, reset, formState } = form;
  const { isDirty } = formState;
  const save = useSaveSettings();

  const submit = handleSubmit((values) => {
    if (save.isPending) return;
    const sent = { ...getValues() };
    save.mutate(values, {
      onSuccess: (saved) => {
        startFrom(saved, sent, form);
        toast({
          title: 'Settings Updated',
          description: 'Your settings have been saved successfully.',
          variant: 'success',
        });
      },
      onError: (error) =>
        toast({ title: 'Update Failed', description: sentenceOf(error, 'Please try again'), variant: 'error' }),
    });
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {/* The bar below must not lie over what has the focus. */}
      <div className="flex flex-col gap-6 [&_:is(input,textarea,button)]:scroll-mb-24">
        <MessagesCard form={form} />
        <ExitUrlCard form={form} />
        <ChatCard form={form} />
        <TermsCard form={form} />
        <RetentionCard form={form} />
      </div>
      <SaveBar isDirty={isDirty} isSaving={save.isPending} onDiscard={() => reset()} />
      <UnsavedGuard active={isDirty} description="Your changes to the settings are not saved yet and will be lost." />
    </form>
  );
}
