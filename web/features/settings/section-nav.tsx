import { CircleAlert, CircleDot } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useHash } from '../../lib/url/use-hash.ts';
import { Select } from '../../ui/fields/select.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { type SectionId, sections } from './sections.ts';

export type SectionMark = 'error' | 'unsaved' | null;

interface SettingsFrameProps {
  markOf?: (id: SectionId) => SectionMark;
  isReady?: boolean;
  children: ReactNode;
}

export function SettingsFrame({ markOf = () => null, isReady = false, children }: SettingsFrameProps) {
  const isWide = useMediaQuery('(min-width: 1024px)');
  const current = useSectionInSight();
  const Sections = isWide ? SectionLinks : SectionSelect;
  return (
    <div className={isWide ? 'flex gap-6' : ''}>
      <Sections markOf={markOf} current={current} />
      {/* The bar at the bottom must not cover the focused field. */}
      <div className="flex max-w-160 min-w-0 flex-1 flex-col gap-6 [&_:is(input,textarea,button)]:scroll-mb-24">
        {children}
      </div>
      {isReady && <FollowHash />}
    </div>
  );
}

function FollowHash() {
  useHash((id) => {
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('h2')?.focus({ preventScroll: true });
  });
  return null;
}

const marks = {
  error: { icon: CircleAlert, tone: 'text-danger', words: 'needs to be corrected' },
  unsaved: { icon: CircleDot, tone: 'text-warning', words: 'has unsaved changes' },
};

function Mark({ mark }: { mark: NonNullable<SectionMark> }) {
  const { icon: Icon, tone, words } = marks[mark];
  return (
    <>
      <Icon size={14} className={`ms-auto shrink-0 ${tone}`} aria-hidden />
      <span className="sr-only">{words}</span>
    </>
  );
}

interface SectionNavProps {
  markOf: (id: SectionId) => SectionMark;
  current: SectionId;
}

const SectionLinks = ({ markOf, current }: SectionNavProps) => (
  <nav aria-label="Sections of the settings" className="sticky top-20 w-44 shrink-0 self-start">
    <ul className="flex flex-col gap-0.5">
      {sections.map(({ id, title }) => {
        const mark = markOf(id);
        return (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={`flex h-8 items-center gap-2 rounded-small px-2 text-13 whitespace-nowrap transition-colors hover:bg-hover hover:text-ink ${id === current ? 'bg-hover font-medium' : 'text-muted'}`}
            >
              {title}
              {mark && <Mark mark={mark} />}
            </a>
          </li>
        );
      })}
    </ul>
  </nav>
);

const SectionSelect = ({ markOf, current }: SectionNavProps) => (
  <div className="sticky top-16 z-10 -mx-4 -mt-4 mb-4 border-line border-b bg-surface px-4 py-2">
    <Select
      aria-label="Section of the settings"
      value={current}
      onChange={(id) => {
        location.hash = id;
      }}
      groups={[
        sections.map(({ id, title }) => {
          const mark = markOf(id);
          return { value: id, label: mark ? `${title} ${marks[mark].words}` : title };
        }),
      ]}
      className="w-full"
    />
  </div>
);

/** The last section whose top is above this line is the one being read. */
const LINE_PX = 160;

const [first] = sections;
const last = sections.at(-1) ?? first;

const topOf = (id: SectionId) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;

/** At both ends of the page sections can't scroll up to the line, so the hash decides. */
function sectionInSight(): SectionId {
  const isTop = scrollY <= 0;
  const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  if (isTop || isEnd) {
    const named = sections.find(({ id }) => `#${id}` === location.hash);
    if (named && topOf(named.id) > 0 && topOf(named.id) < innerHeight) return named.id;
    return (isTop ? first : last).id;
  }
  return (sections.findLast(({ id }) => topOf(id) <= LINE_PX) ?? first).id;
}

const follow = (moved: () => void) => {
  const events = ['scroll', 'hashchange'];
  for (const type of events) addEventListener(type, moved, { passive: true });
  return () => {
    for (const type of events) removeEventListener(type, moved);
  };
};

const useSectionInSight = () => useSyncExternalStore(follow, sectionInSight);
