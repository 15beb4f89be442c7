import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import type { SettingsFormState } from './form-state.ts';

/** No landmark: it would have the name of its only field. */
export const ExitUrlCard = ({ form: { register, formState } }: { form: SettingsFormState }) => (
  <Card aria-labelledby={undefined} title="Exit URL" description="Where guests leave to">
    <TextField
      label="Exit URL"
      type="url"
      autoComplete="off"
      spellCheck={false}
      hint="Default URL for the Exit button after verification completes"
      error={formState.errors.exitUrl?.message}
      {...register('exitUrl')}
    />
  </Card>
);
