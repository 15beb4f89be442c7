import { Card } from '../../ui/card.tsx';
import { TextAreaField } from '../../ui/fields/field.tsx';
import type { SettingsFormState } from './form-state.ts';

export const TermsCard = ({ form: { register, formState } }: { form: SettingsFormState }) => (
  <Card title="Terms" description="What users are asked to accept on the Terms Agreement page">
    <TextAreaField
      label="Terms text"
      rows={12}
      hint="After a change, everybody has to accept the new text"
      error={formState.errors.termsText?.message}
      {...register('termsText')}
    />
  </Card>
);
