import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import type { SettingsFormState } from './form-state.ts';

export function RetentionCard({ form: { register, formState } }: { form: SettingsFormState }) {
  const { errors } = formState;
  return (
    <Card title="Data Retention" description="Older data is deleted for good, a little at a time">
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <TextField
          label="Activity log (days)"
          type="number"
          inputMode="numeric"
          min={1}
          max={3650}
          hint="Sign-ins, changes and what staff did"
          error={errors.activityRetentionDays?.message}
          {...register('activityRetentionDays', { valueAsNumber: true })}
        />
        <TextField
          label="Guest data (days)"
          type="number"
          inputMode="numeric"
          min={1}
          max={3650}
          hint="Guests, their log entries, sent mail"
          error={errors.guestRetentionDays?.message}
          {...register('guestRetentionDays', { valueAsNumber: true })}
        />
      </div>
    </Card>
  );
}
