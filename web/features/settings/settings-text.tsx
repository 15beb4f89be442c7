import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { languageName } from '../../../contract/language/language-name.ts';
import {
  PROPOSED_SETTINGS,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  TEXT_SETTINGS,
} from '../../../contract/settings/settings.rules.ts';
import { type Settings, TOKEN_MASK } from '../../../contract/settings/settings.ts';
import { usePortal } from '../../lib/portal.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { fieldWords } from '../log/activity/field-words.ts';
import { SectionCard } from './section-card.tsx';
import { SettingsFrame } from './section-nav.tsx';
import { sections } from './sections.ts';
import { WaitingChange } from './waiting-change.tsx';

const ignore = () => {};

/** For roles that may only view settings: text instead of fields. */
export const SettingsText = ({ settings, children }: { settings: Settings; children: ReactNode }) => (
  <SettingsFrame isReady>
    <p className="flex items-center gap-2 text-13 text-muted">
      <Eye size={14} className="shrink-0" aria-hidden />
      Your role can view but not change settings.
    </p>
    {sections.map(({ id }) => {
      const names = SETTING_NAMES.filter((name) => SETTINGS[name].section === id);
      return (
        names.length > 0 && (
          <SectionCard key={id} id={id}>
            <dl className="flex flex-col gap-5">
              {names.map((name) => (
                <div key={name}>
                  <dt className="mb-1 text-13 font-medium">{fieldWords(name)?.label}</dt>
                  <dd className="text-13 wrap-anywhere whitespace-pre-wrap">
                    <Value name={name} settings={settings} />
                    <TranslatedValues name={name} settings={settings} />
                  </dd>
                </div>
              ))}
            </dl>
            {PROPOSED_SETTINGS.filter((name) => SETTINGS[name].section === id).map((name) => (
              <WaitingChange key={name} settings={settings} name={name} onDecided={ignore} />
            ))}
          </SectionCard>
        )
      );
    })}
    {children}
  </SettingsFrame>
);

function Value({ name, settings }: { name: SettingName; settings: Settings }) {
  const value = String(settings[name]);
  if (value === '') return <span className="text-muted">Not set</span>;
  return value === TOKEN_MASK ? (
    'Saved'
  ) : (
    <bdi>
      <Breakable text={value} />
    </bdi>
  );
}

function TranslatedValues({ name, settings }: { name: SettingName; settings: Settings }) {
  const { languages } = usePortal();
  const text = TEXT_SETTINGS.find((one) => one === name);
  if (text === undefined) return null;
  return Object.entries(settings.translations).map(
    ([language, { [text]: translated }]) =>
      translated && (
        <p key={language} className="mt-2">
          <span className="block text-12 text-muted">{languageName(language)}</span>
          <span lang={language} dir={languages.find(({ code }) => code === language)?.direction} className="block">
            {translated}
          </span>
        </p>
      ),
  );
}
