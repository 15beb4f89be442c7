import { type ReactNode, useEffect, useId } from 'react';
import { Controller, type FieldErrors } from 'react-hook-form';
import type * as z from 'zod';
import { shownReason } from '../../../contract/redirects/reason.rules.ts';
import { RedirectInput } from '../../../contract/redirects/redirects.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button } from '../../ui/button.tsx';
import { formClass, TextField } from '../../ui/fields/field.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { SelectField } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { type NewRedirect, useCreateRedirect } from './api.ts';
import { guestDestinations, isForGuests, userDestinations } from './redirect-options.ts';
import { RedirectPreview } from './redirect-preview.tsx';
import { UserPicker, useUserInAddress } from './user-picker.tsx';

const REASON_MAX = 300;

const empty = {
  userId: null,
  guestIp: '',
  destinationPath: '',
  reason: '',
  isPersistent: false,
  isGuestRedirect: false,
} satisfies NewRedirect;

const types = { user: 'User', guest: 'Guest' };
/** Redirecting users needs the permission to change them, redirecting guests the one to message them. */
const needs = { user: 'change-users', guest: 'message-guests' } as const;
const deliveries = { once: 'One-time', always: 'Persistent' };

const hints = {
  once: 'Once, as soon as they have a page open',
  always: 'In every session, until they do what it asks or you remove it',
  guest: 'Only allows redirects to verification pages for security',
};
const reasonHints = {
  user: 'Optional. The user reads it, and the activity log keeps it.',
  guest: "Optional. The activity log keeps it; guests don't see it.",
  hidden: "Users won't see this reason because it has a number, link or site. The activity log keeps it.",
};

const complain = ({ userId, guestIp, destinationPath, reason }: FieldErrors<NewRedirect>) =>
  toast({
    title: 'Error',
    description: (userId ?? guestIp ?? destinationPath ?? reason)?.message ?? 'Failed to create redirect',
    variant: 'error',
  });

/** The hidden field of the other type may still be filled in. */
const bodyOf = ({ userId, guestIp, ...rest }: z.output<typeof RedirectInput>) =>
  rest.isGuestRedirect ? { ...rest, userId: null, guestIp } : { ...rest, userId, guestIp: null };

/** `guestOptions` are suggestions. */
export function RedirectForm({ guestOptions }: { guestOptions: ReactNode }) {
  const guestList = useId();
  const { may } = useMay();
  const canBoth = may(needs.user) && may(needs.guest);
  const blank = { ...empty, isGuestRedirect: !may(needs.user) };
  const form = useSchemaForm(RedirectInput, blank);
  const { field, control, handleSubmit, setValue, getValues, reset, formState } = form;
  const { errors, isSubmitted } = formState;
  const reason = form.watch('reason')?.trim() || null;
  const isHidden = reason !== null && shownReason(reason) === null;
  const isGuest = form.watch('isGuestRedirect') ?? false;
  const delivery = form.watch('isPersistent') ? 'always' : 'once';
  const address = useUserInAddress();
  const userId = address.user?.id ?? null;
  // The URL holds the chosen user.
  useEffect(() => setValue('userId', userId, { shouldValidate: isSubmitted }), [userId, isSubmitted, setValue]);

  const create = useCreateRedirect();
  const submit = handleSubmit((values) => {
    if (create.isPending) return;
    create.mutate(bodyOf(values), {
      onSuccess: () => {
        reset({ ...blank, isGuestRedirect: values.isGuestRedirect });
        if (!values.isGuestRedirect) address.choose(null);
      },
    });
  }, complain);

  const changeType = (type: 'user' | 'guest') => {
    setValue('isGuestRedirect', type === 'guest');
    if (type === 'guest' && !isForGuests(getValues('destinationPath') ?? '')) setValue('destinationPath', '');
  };
  return (
    <form noValidate onSubmit={submit} className={formClass}>
      {canBoth && (
        <Segmented label="Redirect type" value={isGuest ? 'guest' : 'user'} options={types} onChange={changeType} />
      )}
      {isGuest ? (
        <div key="guest">
          <TextField
            label="Guest IP address"
            placeholder="192.0.2.7"
            list={guestList}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field('guestIp')}
          />
          <datalist id={guestList}>{guestOptions}</datalist>
        </div>
      ) : (
        <Controller
          key="user"
          name="userId"
          control={control}
          render={({ field: { ref } }) => <UserPicker ref={ref} address={address} error={errors.userId?.message} />}
        />
      )}
      <Controller
        name="destinationPath"
        control={control}
        render={({ field: select }) => (
          <SelectField
            {...select}
            label="Destination"
            placeholder="Choose a destination"
            hint={isGuest ? hints.guest : undefined}
            error={errors.destinationPath?.message}
            groups={isGuest ? guestDestinations : userDestinations}
          />
        )}
      />
      <TextField
        label="Reason"
        hint={reasonHints[isGuest ? 'guest' : isHidden ? 'hidden' : 'user']}
        autoComplete="off"
        maxLength={REASON_MAX}
        {...field('reason')}
      />
      <div>
        <Segmented
          label="Delivery"
          hint={hints[delivery]}
          value={delivery}
          options={deliveries}
          onChange={(next) => setValue('isPersistent', next === 'always')}
        />
        <RedirectPreview
          path={form.watch('destinationPath') ?? ''}
          isGuest={isGuest}
          asked={{ reason: shownReason(reason), isPersistent: delivery === 'always' }}
        />
      </div>
      <Button type="submit" pending={create.isPending} className="self-start">
        {create.isPending ? 'Creating…' : 'Create redirect'}
      </Button>
    </form>
  );
}
