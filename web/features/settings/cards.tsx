import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { TEXT_MAX } from '../../../contract/settings/guest-texts.rules.ts';
import { EXIT_URL_EXAMPLE, SETTINGS, TEXT_SETTINGS, WAIT_HOURS } from '../../../contract/settings/settings.rules.ts';
import { type Settings, TOKEN_MASK } from '../../../contract/settings/settings.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { formClass, pairClass, TextField } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { useTestChat } from './api.ts';
import { SectionCard, type SettingsFormState } from './section-card.tsx';
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

/** The stored value is not in use. */
const NotUsed = ({ settings, name, children }: NotUsedProps) =>
  settings.notUsed.includes(name) && (
    <p className="mb-4 flex items-start gap-2 text-13 text-warning">
      <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      {children}
    </p>
  );

const messageHints = {
  emailPromptMessage: 'Asks for an e-mail address, on the email entry page',
  codePromptMessage: 'Asks for the code again, on the verify code page',
  exitMessage: 'Shown to guests who have confirmed an address, before they leave',
};

export const MessagesCard = ({ form, settings }: CardProps) => (
  <SectionCard id="prompts" form={form} description="What guests read when the support team gets in touch with them">
    <p className="mb-4 text-13 text-muted">
      At most {TEXT_MAX} characters, without phone numbers, long numbers, or the names of other sites than this portal
      and the exit URL. All admins are notified of every change of the settings.
    </p>
    <div className={formClass}>
      {TEXT_SETTINGS.map((name) => (
        <Fragment key={name}>
          <TextAreaField label={SETTINGS[name].title} rows={2} hint={messageHints[name]} {...form.field(name)} />
          <NotUsed settings={settings} name={name}>
            Guests are shown the default text: this one breaks the rules for messages.
          </NotUsed>
        </Fragment>
      ))}
    </div>
  </SectionCard>
);

/** Not a landmark: it would have the name of its only field. */
export const ExitUrlCard = ({ form, settings, onDecided }: CardProps) => (
  <SectionCard id="exit-url" form={form} isLandmark={false} description="Where guests leave to">
    <TextField
      label="Exit URL"
      type="url"
      autoComplete="off"
      spellCheck={false}
      hint="Default URL for the Exit button after verification completes"
      {...form.field('exitUrl')}
    />
    <NotUsed settings={settings} name="exitUrl">
      Guests cannot be led to the exit: this address is not on a host that the operator of the server allows.
    </NotUsed>
    <p className="mt-4 text-13 text-muted">
      {EXIT_URL_EXAMPLE} is an example and counts as not set: guests who leave then see a page that says that they can
      close it.
    </p>
    <p className="mt-2 text-13 text-muted">
      {settings.exitHosts.length > 0
        ? `The operator of the server allows these hosts: ${settings.exitHosts.join(', ')}`
        : `Where there is more than one admin, an address on another host waits until another one confirms it, or for ${WAIT_HOURS} hours.`}
    </p>
    <WaitingChange settings={settings} name="exitUrl" onDecided={onDecided} />
  </SectionCard>
);

export const SupportContactCard = ({ form, settings, onDecided }: CardProps) => (
  <SectionCard id="contact" form={form} isLandmark={false} description="How guests reach the support team besides">
    <TextField
      label="Support contact"
      autoComplete="off"
      spellCheck={false}
      hint="A mail address, an https link or a phone number; may be empty"
      {...form.field('supportContact')}
    />
    <p className="mt-4 text-13 text-muted">
      Where there is more than one admin, every change of it waits until another one confirms it, or for {WAIT_HOURS}{' '}
      hours.
    </p>
    <WaitingChange settings={settings} name="supportContact" onDecided={onDecided} />
  </SectionCard>
);

export const TermsCard = ({ form }: CardProps) => (
  <SectionCard id="terms" form={form} description="What users are asked to accept on the Terms Agreement page">
    <TextAreaField
      label="Terms text"
      rows={8}
      hint="After a change, everybody has to accept the new text"
      {...form.field('termsText')}
    />
    <p className="mt-4 text-13 text-muted">
      No phone numbers, and no links or email addresses of other sites than this portal and the exit URL.
    </p>
  </SectionCard>
);

const days = { type: 'number', inputMode: 'numeric', min: 1, max: 3650 } as const;

export const RetentionCard = ({ form, settings }: CardProps) => (
  <SectionCard id="retention" form={form} description="Older data is deleted for good, a little at a time">
    <div className={pairClass}>
      <TextField
        {...days}
        label="Activity log (days)"
        hint="Sign-ins and changes of users"
        {...form.field('activityRetentionDays', { valueAsNumber: true })}
      />
      <TextField
        {...days}
        label="Guest data (days)"
        hint="Guests, their log entries, sent mail"
        {...form.field('guestRetentionDays', { valueAsNumber: true })}
      />
    </div>
    <p className="mt-4 text-13 text-muted">
      What staff did is kept for at least {settings.auditRetentionDays.toLocaleString('en')} days, and longer where the
      activity log is. Only the operator of the server can change that.
    </p>
  </SectionCard>
);

export const TemporaryPasswordsCard = ({ form }: CardProps) => (
  <SectionCard
    id="temporary-passwords"
    form={form}
    description="A password that staff gave out works until its owner has chosen another, and no longer than this"
  >
    <TextField
      {...days}
      max={30}
      label="Temporary passwords (days)"
      hint="Whoever comes later asks the support team for a new one"
      {...form.field('temporaryPasswordDays', { valueAsNumber: true })}
    />
  </SectionCard>
);

const steps = [
  'Create a bot with the chat service’s bot-creation tool (BotFather in Telegram).',
  'Get the bot’s token from it.',
  'Add the bot to the chat or group that is to be notified.',
  'Get the chat ID via an id bot.',
  'Enter both here and save.',
];

const DOT = TOKEN_MASK.charAt(0);

/** Typing into the mask replaces all of it. */
export const withoutMask = (text: string) => (text === TOKEN_MASK ? text : text.replaceAll(DOT, ''));

export function ChatCard({ form }: CardProps) {
  const canChange = useMay().may('change-portal');
  const isKept = form.watch('telegramBotToken') === TOKEN_MASK;
  const token = form.field('telegramBotToken', {
    onChange: ({ target }: { target: HTMLInputElement }) =>
      form.setValue('telegramBotToken', withoutMask(target.value), { shouldDirty: true }),
  });
  return (
    <SectionCard id="chat" form={form} description="Sends what happens to a Telegram chat as well">
      <ol className="mb-5 flex list-decimal flex-col gap-1 pl-5 text-13 text-muted marker:tabular-nums">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={pairClass}>
        <PasswordField
          label="Bot token"
          autoComplete="off"
          hint={isKept ? 'Saved. Type to replace, empty to remove.' : 'Kept encrypted and never shown again'}
          {...token}
        />
        <TextField
          label="Chat ID"
          autoComplete="off"
          spellCheck={false}
          hint="Such as -1001234567890"
          {...form.field('telegramChatId')}
        />
      </div>
      {canChange && <TestMessage form={form} />}
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
            {sentenceOf(test.error, 'The test message could not be sent')}
          </>
        )}
      </p>
    </div>
  );
}
