import type { SetupStep } from '../../../contract/dashboard/dashboard.ts';
import type { SessionUser } from '../../sessions/sessions.ts';
import { chat, mail, publicUrl, REMEDIES, type SecurityCheckDeps } from './security-checks.ts';
import type { Verdict } from './verdict.ts';

type State = Pick<SetupStep, 'state' | 'advice'>;
const done = (advice: string): State => ({ state: 'done', advice });
const open = (advice: string): State => ({ state: 'open', advice });

const required = ({ result, advice }: Verdict): State => (result === 'pass' ? done(advice) : open(advice));

const optional = ({ result, advice }: Verdict): State =>
  result === 'pass' || result === 'warning' ? done(advice) : { state: 'optional', advice };

const password = ({ passwordState }: SessionUser): State =>
  passwordState === 'own'
    ? done('You have chosen your own password.')
    : open("You're still using the first-run password. Anyone who saw the server start knows it.");

const secondFactor = (user: SessionUser): State =>
  user.secondFactor
    ? done('Your account has a second factor.')
    : open('A stolen password is enough to sign in as you. Add a passkey or an authenticator app.');

async function exitUrl({ settings }: SecurityCheckDeps, userId: string): Promise<State> {
  const host = URL.parse(settings.current.exitUrl)?.host;
  if (host !== undefined) return done(`Guests leave for ${host}.`);
  const { waiting } = await settings.forAdmin(userId);
  return waiting.some(({ setting }) => setting === 'exitUrl')
    ? open('The new exit URL takes effect when a second admin confirms it, or after a day.')
    : open('No exit URL is set. Guests who leave see a plain page of this portal.');
}

async function users({ reader }: SecurityCheckDeps, userId: string): Promise<State> {
  const other = await reader.selectFrom('users').select('id').where('id', '!=', userId).limit(1).executeTakeFirst();
  return other === undefined
    ? open('Yours is the only account so far.')
    : done('There are other accounts besides yours.');
}

/** Ordered: the first user's email proves that the mail server works. */
export async function setupSteps(deps: SecurityCheckDeps, user: SessionUser): Promise<SetupStep[]> {
  const mailVerdict = await mail(deps);
  const mailRemedy = mailVerdict.result === 'warning' ? REMEDIES.users : REMEDIES.mail;
  return [
    { id: 'password', title: 'Your own password', remedy: REMEDIES.password, ...password(user) },
    { id: 'second-factor', title: 'Second factor', remedy: REMEDIES.secondFactor, ...secondFactor(user) },
    { id: 'mail', title: 'Email', remedy: mailRemedy, ...required(mailVerdict) },
    { id: 'https', title: 'Encrypted connection', remedy: REMEDIES.https, ...required(publicUrl(deps)) },
    { id: 'exit-url', title: 'Exit URL', remedy: REMEDIES.exitUrl, ...(await exitUrl(deps, user.id)) },
    { id: 'users', title: 'First user', remedy: REMEDIES.users, ...(await users(deps, user.id)) },
    { id: 'chat', title: 'Chat notifications', remedy: REMEDIES.chat, ...optional(await chat(deps)) },
  ];
}
