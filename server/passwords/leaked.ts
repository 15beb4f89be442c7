import { hash } from 'node:crypto';
import type { Config } from '../config.ts';
import { badInput } from '../errors.ts';
import type { Log } from '../process/log.ts';
import { isCommonPassword, isGuessable } from './common.ts';
import { isInFile } from './leaked-file.ts';

interface LeakedDeps {
  readonly config: Pick<Config, 'leakedPasswords' | 'organisation' | 'publicUrl'>;
  readonly fetch: typeof fetch;
  readonly log: Log;
}

interface Owner {
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export type LeakedPasswords = ReturnType<typeof leakedPasswords>;

const ASKED_MS = 3_000;
/** k-anonymity: about two thousand leaked passwords share five digits. */
const PREFIX = 5;

const tooCommon = () => badInput(({ errors }) => errors.passwordCommon);
const guessable = () => badInput(({ errors }) => errors.passwordGuessable);
const leaked = () => badInput(({ errors }) => errors.passwordLeaked);

export function leakedPasswords({ config, fetch, log }: LeakedDeps) {
  const { leakedPasswords: lists, organisation, publicUrl } = config;
  const ofThisPlace = [
    ...['gatehouse', 'admin', 'password', 'portal'],
    organisation,
    ...organisation.split(/\s+/),
    ...publicUrl.hostname.split('.'),
  ];

  const isListed = async (sha1: string) => lists.file !== null && (await isInFile(lists.file, sha1));

  const isKnownOnline = async (sha1: string) => {
    if (lists.url === null) return false;
    const answer = await fetch(`${lists.url}/range/${sha1.slice(0, PREFIX)}`, {
      // Padding makes all answers equally long for observers.
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(ASKED_MS),
    });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    const rest = sha1.slice(PREFIX);
    return (await answer.text()).split('\n').some((line) => {
      const [suffix, count] = line.trim().split(':');
      return suffix?.toUpperCase() === rest && count !== '0';
    });
  };

  const unless = (what: string, looking: Promise<boolean>) =>
    looking.catch((error: unknown) => {
      log.warn({ err: error }, `${what} could not be asked, so the password was not checked against it`);
      return false;
    });

  return {
    async refuse(password: string, owner: Owner): Promise<void> {
      if (await isCommonPassword(password)) throw tooCommon();
      const [mailbox = ''] = owner.email?.split('@') ?? [];
      const ofOwner = [owner.username, mailbox, owner.firstName ?? '', owner.lastName ?? ''];
      if (isGuessable(password, [...ofThisPlace, ...ofOwner])) throw guessable();
      const sha1 = hash('sha1', password, 'hex').toUpperCase();
      if (await unless('LEAKED_PASSWORDS_FILE', isListed(sha1))) throw leaked();
      if (await unless('LEAKED_PASSWORDS_URL', isKnownOnline(sha1))) throw leaked();
    },
  };
}
