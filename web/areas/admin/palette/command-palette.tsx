import {
  Bookmark,
  CheckCheck,
  CornerUpRight,
  Footprints,
  Keyboard,
  LogOut,
  RotateCw,
  Settings,
  ShieldCheck,
  Upload,
  User,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import { GUEST_SEARCH, guestName } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { SEARCHED_FOR } from '../../../../contract/users/account-details.rules.ts';
import type { Permission } from '../../../../contract/users/roles.rules.ts';
import { useSignOut } from '../../../features/auth/api.ts';
import { useGuests } from '../../../features/guests/api.ts';
import { describeStuck, presenceWords } from '../../../features/guests/guest-facts.ts';
import { useMarkRead, useUnreadCount } from '../../../features/notifications/api.ts';
import { sections } from '../../../features/settings/sections.ts';
import { useViews, viewUrl } from '../../../features/views/api.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { useFoundUsers } from '../../../lib/api/find-users.ts';
import { matching } from '../../../lib/match.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useDebounced } from '../../../ui/fields/combobox.tsx';
import { type Command, CommandDialog } from '../../../ui/overlays/command-dialog.tsx';
import { themes, useTheme } from '../../../ui/theme.tsx';
import { type AdminPage, pages, usePages } from '../pages.tsx';

type Findable = Command & { words?: string };

const PEOPLE_SHOWN = 6;

const guestWords = Object.values(GUEST_SEARCH).flatMap((words) => words?.box ?? []);
const GUESTS_SEARCHED_FOR = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(guestWords);

const pageCommands = (shown: readonly AdminPage[]): readonly Findable[] =>
  shown.map(({ path, label, title, subtitle, icon }) => ({
    id: path,
    label,
    words: `${title ?? ''} ${subtitle}`,
    icon,
    href: path,
  }));

const settingsCommands: readonly Findable[] = sections.map(({ id, title }) => ({
  id: `settings-${id}`,
  label: title,
  detail: 'Settings',
  words: 'settings',
  icon: Settings,
  href: `/admin/settings#${id}`,
}));

export type OpenedByPalette = 'add-user' | 'import-users' | 'security-check' | 'shortcuts';

function useActions(open: (name: OpenedByPalette) => void): readonly Findable[] {
  const signOut = useSignOut();
  const markRead = useMarkRead();
  const unread = useUnreadCount().data?.count ?? 0;
  const [theme, setTheme] = useTheme();
  const { may } = useMay();
  const all: readonly (Findable & { needs?: Permission })[] = [
    {
      id: 'add-user',
      needs: 'change-users',
      label: 'Add user',
      words: 'new account create',
      icon: UserPlus,
      run: () => open('add-user'),
    },
    {
      id: 'import-users',
      needs: 'change-users',
      label: 'Import users',
      words: 'csv file accounts',
      icon: Upload,
      run: () => open('import-users'),
    },
    {
      id: 'bulk-redirect',
      needs: 'change-users',
      label: 'Bulk redirect',
      words: 'many users page',
      icon: CornerUpRight,
      href: '/admin/redirects#bulk',
    },
    {
      id: 'security-check',
      needs: 'see-portal',
      label: 'Security check',
      words: 'safety setup',
      icon: ShieldCheck,
      run: () => open('security-check'),
    },
    ...(unread > 0
      ? [
          {
            id: 'mark-all-read',
            label: 'Mark all read',
            detail: `${unread.toLocaleString('en')} unread`,
            words: 'notifications bell',
            icon: CheckCheck,
            run: () => markRead.mutate('all'),
          },
        ]
      : []),
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, label, icon }) => ({
        id: `theme-${value}`,
        label: `${label} theme`,
        words: 'appearance mode',
        icon,
        run: () => setTheme(value),
      })),
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      words: 'keys help',
      icon: Keyboard,
      run: () => open('shortcuts'),
    },
    { id: 'logout', label: 'Logout', words: 'sign out leave', icon: LogOut, run: () => signOut.mutate() },
  ];
  return all.filter(({ needs }) => needs === undefined || may(needs));
}

function usePeople(text: string) {
  const typed = text.trim();
  const q = useDebounced(typed);
  const isWanted = q !== '' && typed !== '';
  const { may } = useMay();
  const users = useFoundUsers(q, { isWanted: isWanted && may('see-users') });
  const guests = useGuests(isWanted ? 'all' : null, q);
  const isCurrent = isWanted && q === typed;
  const groups = [
    { name: 'Users', people: users, commands: userCommands(users.data?.options ?? []) },
    { name: 'Guests', people: guests, commands: guestCommands(guests.data ?? []) },
  ];
  return {
    busy: typed !== '' && (!isCurrent || groups.some(({ people }) => people.isFetching && !hasAnswer(people))),
    groups: isCurrent
      ? groups.map(({ name, people, commands }) => ({
          name,
          commands: people.isError ? [tryAgain(name, people)] : hasAnswer(people) ? commands : [],
        }))
      : [],
  };
}

const hasAnswer = ({ isSuccess, isPlaceholderData }: { isSuccess: boolean; isPlaceholderData: boolean }) =>
  isSuccess && !isPlaceholderData;

const userCommands = (options: readonly { id: string; name: string; detail: string }[]): Command[] =>
  options.slice(0, PEOPLE_SHOWN).map(({ id, name, detail }) => ({
    id: `user-${id}`,
    label: name,
    detail,
    icon: User,
    href: `/admin/users?user=${encodeURIComponent(id)}`,
  }));

const guestCommands = (guests: readonly Guest[]): Command[] =>
  guests.slice(0, PEOPLE_SHOWN).map((guest) => ({
    id: `guest-${guest.id}`,
    label: guestName(guest),
    detail: describeStuck(guest) ?? `${presenceWords[guest.presence]} · ${guest.page}`,
    icon: Footprints,
    href: `/admin/guest-activity?guest=${encodeURIComponent(guest.id)}`,
  }));

const tryAgain = (name: string, { error, refetch }: { error: unknown; refetch: () => unknown }): Command => ({
  id: `again-${name}`,
  label: 'Try again',
  detail: sentenceOf(error, `Couldn't search ${name.toLowerCase()}`),
  icon: RotateCw,
  run: () => void refetch(),
  staysOpen: true,
});

function useViewCommands(): readonly Findable[] {
  const { data: views = [] } = useViews();
  const { mayOpen } = useMay();
  return views
    .filter(({ path }) => mayOpen(path))
    .map((view) => ({
      id: `view-${view.id}`,
      label: view.name,
      detail: pages.find(({ path }) => path === view.path)?.label,
      words: 'saved view',
      icon: Bookmark,
      href: viewUrl(view),
    }));
}

interface CommandPaletteProps {
  onClose: () => void;
  onOpen: (name: OpenedByPalette) => void;
}

export function CommandPalette({ onClose, onOpen }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const actions = useActions(onOpen);
  const people = usePeople(text);
  const isTyped = text.trim() !== '';
  const { mayOpen } = useMay();
  const places = pageCommands(usePages());
  const settings = mayOpen('/admin/settings') ? settingsCommands : [];
  const views = useViewCommands();
  const groups = [
    { name: 'Views', commands: matching(views, text) },
    { name: 'Pages', commands: matching(isTyped ? [...places, ...settings] : places, text) },
    { name: 'Actions', commands: matching(actions, text) },
    ...people.groups,
  ];
  return (
    <CommandDialog
      title="Jump to a page, a person or an action"
      placeholder="Page, user, guest or action"
      text={text}
      onType={setText}
      groups={groups.filter(({ commands }) => commands.length > 0)}
      busy={people.busy}
      empty={`Nothing found. Search users by ${SEARCHED_FOR}, and guests by ${GUESTS_SEARCHED_FOR}.`}
      onClose={onClose}
    />
  );
}
