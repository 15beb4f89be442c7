import { CornerUpLeft, CornerUpRight, DoorOpen, type LucideIcon, MessageCircle } from 'lucide-react';

export type Steer = 'email-prompt' | 'code-prompt' | 'to-verify' | 'to-entry' | 'exit';

interface Words {
  icon: LucideIcon;
  /** On the button. */
  text: string;
  /** For a screen reader, which reads one of many such buttons without the row around it. */
  nameOf: (guest: string) => string;
  /** What it will do. */
  hint: string;
}

export const steerWords: Record<Steer, Words> = {
  'email-prompt': {
    icon: MessageCircle,
    text: 'Prompt',
    nameOf: (guest) => `Prompt ${guest}`,
    hint: 'Ask for the email address',
  },
  'code-prompt': {
    icon: MessageCircle,
    text: 'Prompt',
    nameOf: (guest) => `Prompt ${guest}`,
    hint: 'Ask for the code again',
  },
  'to-verify': {
    icon: CornerUpRight,
    text: 'To Verify',
    nameOf: (guest) => `Move ${guest} to verify code`,
    hint: 'Move to verify code',
  },
  'to-entry': {
    icon: CornerUpLeft,
    text: 'To Entry',
    // Begins with what the button reads: that is what people say to a computer that listens.
    nameOf: (guest) => `To Entry: Move ${guest} to email entry`,
    hint: 'Move to email entry',
  },
  exit: {
    icon: DoorOpen,
    text: 'Exit',
    nameOf: (guest) => `Exit ${guest}`,
    hint: 'Say goodbye and lead to the exit address',
  },
};

const byPage: Record<string, readonly Steer[]> = {
  'Email Entry Page': ['email-prompt', 'to-verify'],
  'Verify Code Page': ['code-prompt', 'to-entry'],
  'Code Processing Complete': ['code-prompt', 'to-entry', 'exit'],
};
const ELSEWHERE: readonly Steer[] = ['to-entry'];
const NONE: readonly Steer[] = [];

const isKnownPage = (page: string) => Object.hasOwn(byPage, page);

/** What can be done with a guest who is, or was, on a page. */
export function steersFor(ip: string, page: string | null): readonly Steer[] {
  if (!ip || !page) return NONE;
  return isKnownPage(page) ? (byPage[page] ?? ELSEWHERE) : ELSEWHERE;
}

/** The panel in the sidebar has a word of its own for guests who are somewhere else. */
export const panelText = (steer: Steer, page: string) => (isKnownPage(page) ? steerWords[steer].text : 'Email');
