import { CircleCheck, CircleDashed } from 'lucide-react';
import type { FormEvent } from 'react';
import { type OwnProfile, ProfileInput } from '../../../contract/account/account.ts';
import type { Messages } from '../../../contract/language/messages.ts';
import { locale, useMessages } from '../../lib/messages.ts';
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
  const { notLoaded } = useMessages().account.details;
  const query = useOwnProfile();
  const { data: profile } = query;
  if (query.isLoadingError) return <TaskLoadError title={notLoaded} query={query} />;
  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="border-line border-b px-4 py-3 sm:px-6">
        {profile ? <Completeness profile={profile} /> : <Skeleton className="h-5 w-56" />}
      </div>
      <div className="p-4 sm:p-6">{profile ? <DetailsForm profile={profile} email={email} /> : <FormSkeleton />}</div>
    </div>
  );
}

const NEEDED = ['firstName', 'lastName', 'phone', 'dateOfBirth', 'address', 'city', 'country'] as const;

type Needed = Pick<OwnProfile, (typeof NEEDED)[number]>;
type Names = Messages['account']['details']['names'];

/** "phone, city and country", or empty. */
export function missingDetails(profile: Needed, names: Names, locale: string) {
  const missing = NEEDED.filter((name) => !profile[name]);
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(missing.map((name) => names[name]));
}

function Completeness({ profile }: { profile: OwnProfile }) {
  const { details } = useMessages().account;
  const missing = missingDetails(profile, details.names, locale());
  return (
    <p role="status" className="flex items-start gap-2.5 text-13 text-muted">
      {profile.completedAt ? (
        <>
          <CircleCheck size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />
          {details.complete(formatDateTime(profile.completedAt))}
        </>
      ) : (
        <>
          <CircleDashed size={16} className="mt-0.5 shrink-0" aria-hidden />
          {missing ? details.missing(missing) : details.incomplete}
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
  const { account, shared } = useMessages();
  const { details, saving } = account;
  const { field, handleSubmit, setError } = useSchemaForm(ProfileInput, profile);
  const update = useUpdateProfile();

  const save = handleSubmit((values) => {
    if (update.isPending) return;
    update.mutate(values, {
      // Does not reset the form: the user may have typed on meanwhile.
      onSuccess: () => toastSuccess(details.saved),
      onError: (error) => toastFailure(details.notSaved, error, shared.pleaseTryAgain),
    });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isHalfTyped(event.currentTarget, 'dateOfBirth')) return save(event);
    event.preventDefault();
    setError('dateOfBirth', { message: details.halfDate }, { shouldFocus: true });
  };

  return (
    <form noValidate onSubmit={submit} className={formClass}>
      <Field label={details.email} hint={details.emailHint}>
        {(control) => (
          <input
            {...control}
            type="email"
            readOnly
            value={email ?? ''}
            placeholder={details.noEmail}
            className={`${inputClass} read-only:border-line read-only:bg-sunken read-only:text-muted read-only:hover:border-line`}
          />
        )}
      </Field>
      <div className={pairClass}>
        <TextField label={details.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextField label={details.lastName} autoComplete="family-name" {...field('lastName')} />
        <TextField label={details.phone} type="tel" autoComplete="tel" hint={details.phoneHint} {...field('phone')} />
        <TextField
          label={details.dateOfBirth}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          {...field('dateOfBirth')}
        />
      </div>
      <TextAreaField label={details.about} rows={4} hint={details.aboutHint} {...field('bio')} />
      <TextField
        label={details.address}
        autoComplete="address-line1"
        hint={details.addressHint}
        {...field('address')}
      />
      <div className={pairClass}>
        <TextField label={details.city} autoComplete="address-level2" {...field('city')} />
        <TextField label={details.country} autoComplete="country-name" {...field('country')} />
      </div>
      <Button type="submit" pending={update.isPending} className="w-full sm:w-auto sm:self-start">
        {update.isPending ? saving : details.save}
      </Button>
    </form>
  );
}

const FormSkeleton = () => (
  <RowsSkeleton
    label={useMessages().account.details.loading}
    count={5}
    className={pairClass}
    rowClass="sm:first-of-type:col-span-2"
  >
    <Skeleton className="mb-1.5 h-5 w-24" />
    <Skeleton className="h-(--control-height)" />
  </RowsSkeleton>
);
