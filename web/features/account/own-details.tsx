import { CircleCheck, CircleDashed } from 'lucide-react';
import type { FormEvent } from 'react';
import { type OwnProfile, ProfileInput } from '../../../contract/account/account.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button } from '../../ui/button.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Field, formClass, inputClass, pairClass, TextField } from '../../ui/fields/field.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { formatDateTime } from '../../ui/time/format.ts';
import { useOwnProfile, useUpdateProfile } from './api.ts';
import { TaskLoadError } from './task-result.tsx';

export function OwnDetails({ email }: { email: string | null }) {
  const query = useOwnProfile();
  const { data: profile } = query;
  if (query.isLoadingError) return <TaskLoadError title="Your details couldn’t be loaded" query={query} />;
  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="border-line border-b px-4 py-3 sm:px-6">
        {profile ? <Completeness profile={profile} /> : <Skeleton className="h-5 w-56" />}
      </div>
      <div className="p-4 sm:p-6">{profile ? <DetailsForm profile={profile} email={email} /> : <FormSkeleton />}</div>
    </div>
  );
}

const NEEDED = {
  firstName: 'first name',
  lastName: 'last name',
  phone: 'phone',
  dateOfBirth: 'date of birth',
  address: 'address',
  city: 'city',
  country: 'country',
} as const satisfies Partial<Record<keyof OwnProfile, string>>;

type Needed = keyof typeof NEEDED;

/** "phone, city and country", or empty. */
export function missingDetails(profile: Pick<OwnProfile, Needed>) {
  const missing = (Object.keys(NEEDED) as Needed[]).filter((name) => !profile[name]);
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(missing.map((name) => NEEDED[name]));
}

function Completeness({ profile }: { profile: OwnProfile }) {
  const missing = missingDetails(profile);
  return (
    <p role="status" className="flex items-start gap-2.5 text-13 text-muted">
      {profile.completedAt ? (
        <>
          <CircleCheck size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />
          Profile complete since {formatDateTime(profile.completedAt)}
        </>
      ) : (
        <>
          <CircleDashed size={16} className="mt-0.5 shrink-0" aria-hidden />
          Not complete yet.{missing && ` Still missing: ${missing}.`}
        </>
      )}
    </p>
  );
}

/** A half-typed date has no value and would be saved as empty. */
const isHalfTyped = (form: HTMLFormElement, name: string) => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.validity.badInput;
};

function DetailsForm({ profile, email }: { profile: OwnProfile; email: string | null }) {
  const { field, handleSubmit, setError } = useSchemaForm(ProfileInput, profile);
  const update = useUpdateProfile();

  const save = handleSubmit((values) => {
    if (update.isPending) return;
    update.mutate(values, {
      // Does not reset the form: the user may have typed on meanwhile.
      onSuccess: () => toastSuccess('Details saved'),
      onError: (error) => toastFailure('Details not saved', error, 'Please try again'),
    });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isHalfTyped(event.currentTarget, 'dateOfBirth')) return save(event);
    event.preventDefault();
    setError('dateOfBirth', { message: 'Please enter the whole date, or leave it empty' }, { shouldFocus: true });
  };

  return (
    <form noValidate onSubmit={submit} className={formClass}>
      <Field label="Email" hint="You can change it in your account.">
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
      <div className={pairClass}>
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          hint="For example +44 20 7946 0000"
          {...field('phone')}
        />
        <TextField label="Date of birth" type="date" autoComplete="bday" min="1900-01-01" {...field('dateOfBirth')} />
      </div>
      <TextAreaField label="About you" rows={4} hint="Optional" {...field('bio')} />
      <TextField label="Address" autoComplete="address-line1" hint="Street and number" {...field('address')} />
      <div className={pairClass}>
        <TextField label="City" autoComplete="address-level2" {...field('city')} />
        <TextField label="Country" autoComplete="country-name" {...field('country')} />
      </div>
      <Button type="submit" pending={update.isPending} className="w-full sm:w-auto sm:self-start">
        {update.isPending ? 'Saving...' : 'Save details'}
      </Button>
    </form>
  );
}

const FormSkeleton = () => (
  <RowsSkeleton label="Loading your details..." count={5} className={pairClass} rowClass="sm:first-of-type:col-span-2">
    <Skeleton className="mb-1.5 h-5 w-24" />
    <Skeleton className="h-(--control-height)" />
  </RowsSkeleton>
);
