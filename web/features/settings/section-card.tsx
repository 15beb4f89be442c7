import type { ReactNode } from 'react';
import type * as z from 'zod';
import { SETTING_NAMES, SETTINGS } from '../../../contract/settings/settings.rules.ts';
import type { SettingsInput } from '../../../contract/settings/settings.ts';
import type { SchemaForm } from '../../lib/use-schema-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import type { SectionMark } from './section-nav.tsx';
import { type SectionId, sections } from './sections.ts';

export type SettingsValues = z.input<typeof SettingsInput>;
export type SettingsFormState = SchemaForm<SettingsValues, z.output<typeof SettingsInput>>;

export function markOf({ formState }: SettingsFormState, id: SectionId): SectionMark {
  const { errors, dirtyFields } = formState;
  const names = SETTING_NAMES.filter((name) => SETTINGS[name].section === id);
  const fields = id === 'prompts' ? ([...names, 'translations'] as const) : names;
  if (fields.some((name) => errors[name])) return 'error';
  return fields.some((name) => isMarked(dirtyFields[name])) ? 'unsaved' : null;
}

/** Marks (errors, changes) can be nested by language and text. */
const isMarked = (marks: unknown): boolean =>
  typeof marks === 'object' && marks !== null ? Object.values(marks).some(isMarked) : marks === true;

interface SectionCardProps {
  id: SectionId;
  description?: string;
  form?: SettingsFormState;
  /** False if the only field has the section's name. */
  isLandmark?: boolean;
  children: ReactNode;
}

const markBadges = {
  error: <Badge tone="danger">Needs correction</Badge>,
  unsaved: <Badge tone="warning">Unsaved</Badge>,
};

export function SectionCard({ id, description, form, isLandmark = true, children }: SectionCardProps) {
  const mark = form && markOf(form, id);
  return (
    <Card
      {...(isLandmark ? {} : { 'aria-labelledby': undefined })}
      id={id}
      title={sections.find((section) => section.id === id)?.title ?? ''}
      {...(description && { description })}
      action={mark && markBadges[mark]}
      className="scroll-mt-32"
    >
      {children}
    </Card>
  );
}
