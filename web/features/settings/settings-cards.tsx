import { sentenceOf } from '../../lib/api-error.ts';
import { LoadFailure } from '../../ui/feedback/notice.tsx';
import { useSettings } from './api.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';

export function SettingsCards() {
  const { data: settings, error, isFetching, refetch } = useSettings();
  if (settings) return <SettingsForm settings={settings} />;
  if (!error) return <SettingsSkeleton />;
  return (
    <div className="rounded-card border border-line">
      <LoadFailure
        title="Failed to load the settings"
        sentence={sentenceOf(error, 'Please try again in a moment.')}
        pending={isFetching}
        onRetry={refetch}
      />
    </div>
  );
}
