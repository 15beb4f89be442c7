import { CircleDot } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import {
  SETTING_NAMES,
  TEXT_SETTINGS,
  translationProblems,
  WAIT_HOURS,
  wordsProblems,
} from '../../../contract/settings/settings.rules.ts';
import { type Settings, SettingsInput } from '../../../contract/settings/settings.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { UnsavedGuard } from '../../ui/overlays/leave-guard.tsx';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { useSaveSettings, useSettings } from './api.ts';
import {
  ChatCard,
  ExitUrlCard,
  MessagesCard,
  RetentionCard,
  SupportContactCard,
  TemporaryPasswordsCard,
  TermsCard,
} from './cards.tsx';
import { markOf, type SettingsFormState, type SettingsValues } from './section-card.tsx';
import { SettingsFrame } from './section-nav.tsx';
import { SettingsText } from './settings-text.tsx';
import { formValues, textPath } from './translated.ts';

export function SettingsForm({ children }: { children: ReactNode }) {
  const query = useSettings();
  const Loaded = useMay().may('change-portal') ? LoadedForm : SettingsText;
  if (query.data) return <Loaded settings={query.data}>{children}</Loaded>;
  return (
    <SettingsFrame>
      {query.error ? (
        <div className="rounded-card border border-line">
          <LoadFailure title="Couldn't load the settings" query={query} />
        </div>
      ) : (
        <SettingsSkeleton />
      )}
      {children}
    </SettingsFrame>
  );
}

/** The schema alone does not know which hosts a text may name. */
const inputWith = (stored: Settings) =>
  SettingsInput.superRefine((values, context) => {
    const exit = URL.parse(values.exitUrl);
    const hosts = [...stored.nameableHosts, ...(exit ? [exit.hostname] : [])];
    for (const { name, problem } of wordsProblems(stored, values, hosts))
      context.addIssue({ code: 'custom', path: [name], message: problem });
    for (const { name, language, problem } of translationProblems(values.translations ?? {}, hosts))
      context.addIssue({ code: 'custom', path: ['translations', language, name], message: problem });
  });

function savedSentence({ waiting }: Settings, sent: SettingsValues): string {
  const waits = waiting.filter(({ setting, to }) => sent[setting]?.trim() === to);
  if (waits.length === 0) return 'Your settings have been saved successfully.';
  const what = waits.map(({ setting }) => (setting === 'exitUrl' ? 'exit URL' : 'support contact')).join(' and ');
  return `The new ${what} will take effect when another admin confirms it, or in ${WAIT_HOURS} hours.`;
}

/** Resets the form to the saved values, but keeps what was typed meanwhile. */
function startFrom(saved: Settings, sent: SettingsValues, { getValues, reset, setValue }: SettingsFormState) {
  const now = structuredClone(getValues());
  const values = formValues(saved);
  reset(values);
  for (const name of SETTING_NAMES) {
    if (now[name] !== sent[name]) setValue(name, now[name], { shouldDirty: true });
  }
  for (const language of Object.keys(values.translations ?? {})) {
    for (const name of TEXT_SETTINGS) {
      const typed = now.translations?.[language]?.[name];
      if (typed !== sent.translations?.[language]?.[name])
        setValue(textPath(language, name), typed, { shouldDirty: true });
    }
  }
}

function LoadedForm({ settings, children }: { settings: Settings; children: ReactNode }) {
  const schema = useMemo(() => inputWith(settings), [settings]);
  const form: SettingsFormState = useSchemaForm(schema, formValues(settings));
  const { handleSubmit, getValues, reset, formState } = form;
  const { isDirty } = formState;
  const save = useSaveSettings();

  const submit = handleSubmit((values) => {
    if (save.isPending) return;
    const sent = structuredClone(getValues());
    save.mutate(values, {
      onSuccess: (saved) => {
        startFrom(saved, sent, form);
        toastSuccess('Settings Updated', savedSentence(saved, sent));
      },
      onError: (error) => toastFailure('Update Failed', error, 'Please try again'),
    });
  });

  const card = { form, settings, onDecided: (saved: Settings) => startFrom(saved, formValues(settings), form) };

  return (
    <SettingsFrame isReady markOf={(id) => markOf(form, id)}>
      {/* So that the sticky bar can move below what follows the form. */}
      <form noValidate onSubmit={submit} className="contents">
        <MessagesCard {...card} />
        <ExitUrlCard {...card} />
        <SupportContactCard {...card} />
        <ChatCard {...card} />
        <TermsCard {...card} />
        <RetentionCard {...card} />
        <TemporaryPasswordsCard {...card} />
        <SaveBar isDirty={isDirty} isSaving={save.isPending} onDiscard={() => reset()} />
        <UnsavedGuard active={isDirty} description="Your changes to the settings will be lost." />
      </form>
      {children}
    </SettingsFrame>
  );
}

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

const SaveBar = ({ isDirty, isSaving, onDiscard }: SaveBarProps) => (
  <div
    data-bottom-bar={isDirty || undefined}
    className={`flex flex-wrap items-center gap-2 rounded-card p-3 sm:ps-5 ${isDirty ? 'sticky bottom-4 z-10 order-last bg-raised shadow-float' : 'border border-line'}`}
  >
    <p role="status" className="me-auto flex items-center gap-2 text-13 text-muted">
      {isDirty ? (
        <>
          <CircleDot size={14} className="text-warning" aria-hidden />
          <span>
            Unsaved<span className="max-sm:hidden"> changes</span>
          </span>
        </>
      ) : (
        'All changes saved'
      )}
    </p>
    {isDirty && !isSaving && (
      <Button variant="ghost" onClick={onDiscard} className="px-3!">
        Discard
      </Button>
    )}
    <Button type="submit" disabled={!isDirty} pending={isSaving}>
      {isSaving ? 'Saving...' : 'Save Settings'}
    </Button>
  </div>
);

const cardShapes = [
  { title: 'Prompt Messages', fields: 3, height: 'h-16' },
  { title: 'Exit URL', fields: 1, height: 'h-(--control-height)' },
  { title: 'Chat Notifications', fields: 1, height: 'h-(--control-height)' },
];

const SettingsSkeleton = () => (
  <div className="flex flex-col gap-6">
    <p role="status" className="sr-only">
      Loading settings…
    </p>
    {cardShapes.map(({ title, fields, height }) => (
      <Card key={title} title={title}>
        {[...Array(fields).keys()].map((field) => (
          <div key={field} className="mb-6">
            <Skeleton className="mb-1.5 h-5 w-36" />
            <Skeleton className={height} />
          </div>
        ))}
      </Card>
    ))}
  </div>
);
