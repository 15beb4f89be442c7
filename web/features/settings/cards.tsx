import { CircleAlert, CircleCheck } from 'lucide-react';
import { Fragment } from 'react';
import { TEXT_MAX } from '../../../contract/settings/guest-texts.rules.ts';
import { isExitSet, SETTINGS, TEXT_SETTINGS, WAIT_HOURS } from '../../../contract/settings/settings.rules.ts';
import { type Settings, TOKEN_MASK } from '../../../contract/settings/settings.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { formClass, pairClass, TextField } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { useTestChat } from './api.ts';
import { Note } from './note.tsx';
import { SectionCard, type SettingsFormState } from './section-card.tsx';
import { Translations } from './translations.tsx';
import { WaitingChange } from './waiting-change.tsx';

interface CardProps {
  form: SettingsFormState;
  settings: Settings;
  onDecided: (settings: Settings) => void;
}

interface NotUsedProps extends Pick<CardProps, 'settings'> {
  name: Settings['notUsed'][number];
  children: string;
}

/** Says that the stored value is not used. */
const NotUsed = ({ settings, name, children }: NotUsedProps) =>
  settings.notUsed.includes(name) && <Note>{children}</Note>;

const takesEffect = `takes effect when another admin confirms it, or after ${WAIT_HOURS} hours. A sole admin's change takes effect at once`;

const messageHints = {
  emailPromptMessage: 'Asks for an email address on the email entry page.',
  codePromptMessage: 'Asks for the code again on the verify code page.',
  exitMessage: 'Shown to guests who confirmed an address, before they leave.',
};

export const MessagesCard = ({ form, settings }: CardProps) => (
  <SectionCard
    id="prompts"
    form={form}
    description={`Up to ${TEXT_MAX} characters, without phone numbers or other sites. All admins are notified of changes.`}
  >
    <div className={formClass}>
      {TEXT_SETTINGS.map((name) => (
        <Fragment key={name}>
          <TextAreaField label={SETTINGS[name].title} rows={2} hint={messageHints[name]} {...form.field(name)} />
          <NotUsed settings={settings} name={name}>
            This text breaks the rules, so guests see the default one.
          </NotUsed>
          <Translations name={name} form={form} settings={settings} />
        </Fragment>
      ))}
    </div>
  </SectionCard>
);

/** No landmark, because it would have the same name as its only field. */
export const ExitUrlCard = ({ form, settings, onDecided }: CardProps) => (
  <SectionCard
    id="exit-url"
    form={form}
    isLandmark={false}
    description={
      settings.exitHosts.length > 0
        ? `Where guests go when they leave. Allowed hosts: ${settings.exitHosts.join(', ')}`
        : `Where guests go when they leave. A new host ${takesEffect}.`
    }
  >
    <TextField
      label="Exit URL"
      type="url"
      autoComplete="off"
      spellCheck={false}
      hint="Default URL for the Exit button after verification completes"
      {...form.field('exitUrl')}
    />
    <NotUsed settings={settings} name="exitUrl">
      This host isn't allowed, so guests can't be sent to it.
    </NotUsed>
    {!isExitSet(form.watch('exitUrl')) && (
      <Note>This is only an example. Until you set an exit URL, guests who leave see a page they can close.</Note>
    )}
    <WaitingChange settings={settings} name="exitUrl" onDecided={onDecided} />
  </SectionCard>
);

export const SupportContactCard = ({ form, settings, onDecided }: CardProps) => (
  <SectionCard
    id="contact"
    form={form}
    isLandmark={false}
    description={`How guests can reach the support team. A change ${takesEffect}.`}
  >
    <TextField
      label="Support contact"
      autoComplete="off"
      spellCheck={false}
      hint="An email address, https link or phone number. Optional."
      {...form.field('supportContact')}
    />
    <WaitingChange settings={settings} name="supportContact" onDecided={onDecided} />
  </SectionCard>
);

export const TermsCard = ({ form }: CardProps) => (
  <SectionCard id="terms" form={form} description="What users accept on the Terms Agreement page">
    <TextAreaField
      label="Terms text"
      rows={8}
      hint="After a change, earlier acceptances no longer count. Redirect users to Terms Agreement to ask them again."
      {...form.field('termsText')}
    />
  </SectionCard>
);

const days = { type: 'number', inputMode: 'numeric', min: 1, max: 3650 } as const;

export const RetentionCard = ({ form, settings }: CardProps) => (
  <SectionCard id="retention" form={form} description="Older data is deleted for good">
    <div className={pairClass}>
      <TextField
        {...days}
        label="Activity log (days)"
        hint="Sign-ins and changes by users."
        {...form.field('activityRetentionDays', { valueAsNumber: true })}
      />
      <TextField
        {...days}
        label="Guest data (days)"
        hint="Guests, their log entries and verified addresses."
        {...form.field('guestRetentionDays', { valueAsNumber: true })}
      />
    </div>
    <p className="mt-4 text-13 text-muted">
      The audit trail is kept for at least {settings.auditRetentionDays.toLocaleString('en')} days, as set on the
      server.
    </p>
  </SectionCard>
);

export const TemporaryPasswordsCard = ({ form }: CardProps) => (
  <SectionCard id="temporary-passwords" form={form} description="How long a temporary password works">
    <TextField
      {...days}
      max={30}
      label="Temporary passwords (days)"
      hint="After that, users must ask support for a new one."
      {...form.field('temporaryPasswordDays', { valueAsNumber: true })}
    />
  </SectionCard>
);

const steps = [
  "Create a bot with the chat service's bot-creation tool (BotFather in Telegram).",
  'Get its token.',
  'Add the bot to the chat or group.',
  'Get the chat ID via an id bot.',
  'Enter both here and save.',
];

const DOT = TOKEN_MASK.charAt(0);

/** If an admin types into the mask, only the typed text stays. */
export const withoutMask = (text: string) => (text === TOKEN_MASK ? text : text.replaceAll(DOT, ''));

export function ChatCard({ form }: CardProps) {
  const isKept = form.watch('telegramBotToken') === TOKEN_MASK;
  const token = form.field('telegramBotToken', {
    onChange: ({ target }: { target: HTMLInputElement }) =>
      form.setValue('telegramBotToken', withoutMask(target.value), { shouldDirty: true }),
  });
  return (
    <SectionCard id="chat" form={form} description="Also sends notifications to a Telegram chat">
      <ol className="mb-5 flex list-decimal flex-col gap-1 ps-5 text-13 text-muted marker:tabular-nums">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={pairClass}>
        <PasswordField
          label="Bot token"
          autoComplete="off"
          hint={isKept ? 'Saved. Type to replace it, clear to remove it.' : 'Stored encrypted and never shown again.'}
          {...token}
        />
        <TextField
          label="Chat ID"
          autoComplete="off"
          spellCheck={false}
          hint="For example, -1001234567890"
          {...form.field('telegramChatId')}
        />
      </div>
      <TestMessage form={form} />
    </SectionCard>
  );
}

function TestMessage({ form: { trigger, getValues } }: Pick<CardProps, 'form'>) {
  const test = useTestChat();
  const send = async () => {
    test.reset();
    const isFine = await trigger(['telegramBotToken', 'telegramChatId'], { shouldFocus: true });
    if (!isFine) return;
    const { telegramBotToken, telegramChatId } = getValues();
    test.mutate({ telegramBotToken, telegramChatId });
  };
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
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
            {sentenceOf(test.error, "Couldn't send the test message")}
          </>
        )}
      </p>
    </div>
  );
}
