import { useEffect, useRef } from 'react';
import { languageName } from '../../../contract/language/language-name.ts';
import { SETTINGS, type TextSetting, translationName } from '../../../contract/settings/settings.rules.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import { usePortal } from '../../lib/portal.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { formClass, hintClass } from '../../ui/fields/field.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { Note } from './note.tsx';
import type { SettingsFormState } from './section-card.tsx';
import { describeUntranslated, textPath } from './translated.ts';

interface TranslationsProps {
  name: TextSetting;
  form: SettingsFormState;
  settings: Settings;
}

/** Translations of one text into all offered languages but the default. */
export function Translations({ name, form, settings }: TranslationsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { languages } = usePortal();
  const [, ...others] = settings.shippedTexts;
  const hasError = others.some(({ language }) => form.formState.errors.translations?.[language]?.[name]);
  useEffect(() => {
    // The form can't focus a field inside closed details.
    if (hasError && details.current?.open === false) {
      details.current.open = true;
      details.current.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
  }, [hasError]);
  if (others.length === 0) return null;

  const isOwn = !settings.shippedTexts.some((texts) => texts[name] === form.watch(name).trim());
  const missing = others.filter(({ language }) => !form.watch(textPath(language, name))?.trim());
  const open = () => {
    if (details.current === null) return;
    details.current.open = true;
    details.current.querySelector('textarea')?.focus();
  };
  return (
    <div className="-mt-3">
      {isOwn && missing.length > 0 && (
        <p className={`${hintClass} text-muted`}>
          {describeUntranslated(missing.map(({ language }) => languageName(language)))}{' '}
          <button type="button" onClick={open} className="font-medium text-accent-ink hover:underline">
            Add translations
          </button>
        </p>
      )}
      <Disclosure ref={details} summary="Translations" summaryClass="text-muted">
        <fieldset className={`${formClass} mt-3 border-line border-s ps-4`}>
          <legend className="sr-only">{SETTINGS[name].title} in other languages</legend>
          {others.map(({ language, [name]: shipped }) => {
            const known = languages.find(({ code }) => code === language);
            return (
              <div key={language}>
                <TextAreaField
                  label={languageName(language)}
                  rows={2}
                  lang={language}
                  dir={known?.direction}
                  placeholder={shipped}
                  {...form.field(textPath(language, name))}
                />
                {settings.notUsed.includes(translationName(name, language)) && (
                  <Note>This translation breaks the rules, so guests don't see it.</Note>
                )}
              </div>
            );
          })}
        </fieldset>
      </Disclosure>
    </div>
  );
}
