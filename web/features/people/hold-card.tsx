import { FolderLock } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { HOLD_MAX_DAYS, HOLD_REASON_MAX } from '../../../contract/people/people.rules.ts';
import { type Hold, type PersonFound, setHold } from '../../../contract/people/people.ts';
import { dayOf, instantsOf } from '../../lib/days.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formClass, TextField } from '../../ui/fields/field.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Facts } from '../../ui/overlays/side-panel.tsx';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { formatDateTime, formatLocalDay } from '../../ui/time/format.ts';
import { Address } from './address.tsx';
import { useEndHold, useSetHold } from './api.ts';

/** Just before midnight, so that the hold includes the day. */
const endOf = (day: string) => new Date(Date.parse(instantsOf({ from: '', to: day }).to ?? '') - 1).toISOString();

export function HoldCard({ person: { email, hold } }: { person: PersonFound }) {
  const [open, setOpen] = useState<'place' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title="Legal hold" description="Keeps this person's data from being erased">
      {hold ? (
        <HoldFacts hold={hold} />
      ) : (
        <p className="text-13 text-muted">
          There's no hold. Place one if the data is needed as evidence, for example in a lawsuit.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setOpen('place')}>
          {hold ? 'Change the hold' : 'Place a hold'}
        </Button>
        {hold && (
          <Button variant="secondary" onClick={() => setOpen('remove')}>
            Remove the hold
          </Button>
        )}
      </div>
      {open === 'place' && <HoldDialog email={email} hold={hold} onClose={close} />}
      {open === 'remove' && <RemoveDialog email={email} onClose={close} />}
    </Card>
  );
}

const HoldFacts = ({ hold: { reason, until, setBy, setAt } }: { hold: Hold }) => (
  <div className="rounded-control bg-warning-soft p-3">
    <p className="mb-2 flex items-center gap-2 text-13 font-medium text-warning">
      <FolderLock size={16} className="shrink-0" aria-hidden />
      On hold until {formatLocalDay(until)}
    </p>
    <Facts
      facts={{
        Reason: <bdi className="whitespace-pre-line">{reason}</bdi>,
        'Placed by': <bdi>{setBy}</bdi>,
        'Placed on': formatDateTime(setAt),
      }}
    />
  </div>
);

const HoldInput = z.object({ reason: setHold.body.shape.reason, day: z.iso.date('Please enter a date') });

function HoldDialog({ email, hold, onClose }: { email: string; hold: Hold | null; onClose: () => void }) {
  const { mutate, isPending } = useSetHold();
  const { field, handleSubmit } = useSchemaForm(HoldInput, {
    reason: hold?.reason ?? '',
    day: hold ? dayOf(new Date(hold.until)) : '',
  });
  const now = new Date();
  const latest = new Date(now.getFullYear(), now.getMonth(), now.getDate() + HOLD_MAX_DAYS - 1);
  const submit = handleSubmit(({ reason, day }) =>
    mutate(
      { email, reason, until: endOf(day) },
      {
        onSuccess: () => {
          toastSuccess(hold ? 'Hold changed' : 'Hold placed', 'All admins can see it here.');
          onClose();
        },
        onError: (error) => toastFailure('Hold not saved', error, 'Please try again'),
      },
    ),
  );
  return (
    <Dialog
      title={hold ? 'Change the hold' : 'Place a hold'}
      description={
        <>
          Nobody can erase <Address email={email} /> until it ends, not even the person. Data still expires on its own,
          so download a copy.
        </>
      }
      busy={isPending}
      holds
      open
      onOpenChange={onClose}
    >
      <form noValidate onSubmit={submit} className={formClass}>
        <TextAreaField
          label="Reason"
          hint="Other admins can read it. The person can't."
          rows={2}
          maxLength={HOLD_REASON_MAX}
          {...field('reason')}
        />
        <TextField
          type="date"
          label="Until"
          hint="The hold includes this day"
          min={dayOf(now)}
          max={dayOf(latest)}
          {...field('day')}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            {hold ? 'Save' : 'Place the hold'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { mutate, isPending } = useEndHold();
  return (
    <ConfirmDialog
      title="Remove the hold?"
      description={
        <>
          Admins can then erase <Address email={email} />, and so can the person.
        </>
      }
      confirm="Remove the hold"
      pending={isPending}
      onConfirm={() =>
        mutate(email, {
          onSuccess: () => toastSuccess('Hold removed'),
          onError: (error) => toastFailure('Hold not removed', error, 'Please try again'),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    />
  );
}
