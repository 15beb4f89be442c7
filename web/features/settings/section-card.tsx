import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import type { SectionMark } from './section-nav.tsx';
import { type SectionId, sections } from './sections.ts';

interface SectionCardProps {
  id: SectionId;
  description: string;
  mark?: SectionMark;
  /** False where the only field has the section's name. */
  isLandmark?: boolean;
  children: ReactNode;
}

const titles = new Map(sections.map(({ id, title }) => [id, title]));

const markBadges = {
  error: <Badge tone="danger">Needs correction</Badge>,
  unsaved: <Badge tone="warning">Unsaved</Badge>,
};

export const SectionCard = ({ id, description, mark, isLandmark = true, children }: SectionCardProps) => (
  <Card
    {...(isLandmark ? {} : { 'aria-labelledby': undefined })}
    id={id}
    title={titles.get(id) ?? ''}
    description={description}
    action={mark && markBadges[mark]}
    className="scroll-mt-32"
  >
    {children}
  </Card>
);
