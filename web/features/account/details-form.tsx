import { zodResolver } from '@hookform/resolvers/zod';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { type OwnProfile, ProfileInput } from '../../../contract/account.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass, TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useUpdateProfile } from './api.ts';

/** Forms know no null: an empty field is the same. */
const valuesOf = (profile: OwnProfile) => ({
  firstName: profile.firstName ?? '',
  lastName: profile.lastName ?? '',
  phone: profile.phone ?? '',
  dateOfBirth: profile.dateOfBirth ?? '',
  bio: profile.bio ?? '',
  address: profile.address ?? '',
  city: profile.city ?? '',
  country: profile.country ?? '',
});

/** A date of which only a part is typed has no value at all and would be saved as none. */
const isHalfTyped = (form: HTMLFormElement, name: string) => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.validity.badInput;
};

const pair = 'grid gap-x-4 gap-y-3 sm:grid-cols-2';

export function DetailsForm({ profile, email }: { profile: OwnProfile; email: string | null }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(ProfileInput),
    defaultValues: valuesOf(profile),
  });
  const { errors } = formState;
  const update = useUpdateProfile();

  const save = (values: ProfileInput) => {
    if (update.isPending) return;
    update.mutate(values, {
      // The fields stay as they are: somebody may have typed on while it was saved.
      onSuccess: () => toast({ title: 'Details saved', variant: 'success' }),
      onError: (error) =>
        toast({ title: 'Details not saved', description: sentenceOf(error, 'Please try again'), variant: 'error' }),
    });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isHalfTyped(event.currentTarget, 'dateOfBirth')) return handleSubmit(save)(event);
    event.preventDefault();
    setError('dateOfBirth', { message: 'Please enter the whole date, or none' });
    setFocus('dateOfBirth');
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label="Email" hint="The support team can change it for you.">
        {(control) => (
          <input
            {...control}
            type="email"
            readOnly
            value={email ?? ''}
            placeholder="None"
            className={`${inputClass} read-only:border-line read-only:bg-sunken read-only:text-muted read-only:hover:border-line`}
          />
        )}
      </Field>
      <div className={pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          hint="For example +44 20 7946 0000"
          {...register('phone')}
        />
        <TextField
          label="Date of birth"
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          error={errors.dateOfBirth?.message}
          {...register('dateOfBirth')}
        />
      </div>
      <TextAreaField label="About you" hint="Optional" error={errors.bio?.message} {...register('bio')} />
      <TextField
        label="Address"
        autoComplete="address-line1"
        error={errors.address?.message}
        hint="Street and number"
        {...register('address')}
      />
      <div className={pair}>
        <TextField label="City" autoComplete="address-level2" error={errors.city?.message} {...register('city')} />
        <TextField
          label="Country"
          autoComplete="country-name"
          error={errors.country?.message}
          {...register('country')}
        />
      </div>
      <Button type="submit" pending={update.isPending} className="mt-2 w-full sm:w-auto sm:self-start">
        {update.isPending ? 'Saving...' : 'Save details'}
      </Button>
    </form>
  );
}
