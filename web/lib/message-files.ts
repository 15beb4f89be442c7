import type { MessageGroup } from '../../contract/language/groups.rules.ts';
import type { Messages } from '../../contract/language/messages.ts';

/** One chunk for each language and group, so that people load only what they read. */
export const FILES = {
  shared: import.meta.glob<Messages['shared']>('../../messages/*.ts', { query: '?shared', import: 'shared' }),
  guest: import.meta.glob<Messages['guest']>('../../messages/*.ts', { query: '?guest', import: 'guest' }),
  guestLater: import.meta.glob<Messages['guestLater']>('../../messages/*.ts', {
    query: '?guestLater',
    import: 'guestLater',
  }),
  myData: import.meta.glob<Messages['myData']>('../../messages/*.ts', { query: '?myData', import: 'myData' }),
  signIn: import.meta.glob<Messages['signIn']>('../../messages/*.ts', { query: '?signIn', import: 'signIn' }),
  sso: import.meta.glob<Messages['sso']>('../../messages/*.ts', { query: '?sso', import: 'sso' }),
  account: import.meta.glob<Messages['account']>('../../messages/*.ts', { query: '?account', import: 'account' }),
  signedIn: import.meta.glob<Messages['signedIn']>('../../messages/*.ts', { query: '?signedIn', import: 'signedIn' }),
  stepUp: import.meta.glob<Messages['stepUp']>('../../messages/*.ts', { query: '?stepUp', import: 'stepUp' }),
  devices: import.meta.glob<Messages['devices']>('../../messages/*.ts', { query: '?devices', import: 'devices' }),
  problems: import.meta.glob<Messages['problems']>('../../messages/*.ts', { query: '?problems', import: 'problems' }),
} satisfies Record<MessageGroup, object>;
