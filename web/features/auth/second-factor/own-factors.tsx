import { KeyRound, LifeBuoy, type LucideIcon, Pencil, ShieldCheck, Smartphone, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RECOVERY_CODES } from '../../../../contract/auth/second-factor.rules.ts';
import type { SecondFactors } from '../../../../contract/auth/second-factor.ts';
import { hasPasskeys } from '../../../lib/passkey.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, compactClass, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { useAddFactor } from './add-factor.tsx';
import { useNewRecoveryCodes, useRemoveFactor, useSecondFactors } from './api.ts';
import { RenamePasskeyDialog } from './passkey-dialogs.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

type Passkey = SecondFactors['passkeys'][number];
type OpenDialog =
  | { show: 'rename' | 'remove'; passkey: Passkey }
  | { show: 'remove app' }
  | { show: 'new codes' }
  | { show: 'codes'; codes: readonly string[] };

const hasOne = ({ passkeys, totpSince }: SecondFactors) => passkeys.length > 0 || totpSince !== null;

export function OwnFactors() {
  const query = useSecondFactors();
  const adding = useAddFactor();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <Card
      title="Second factor"
      description="Asked for after your password when you sign in"
      action={query.data && (hasOne(query.data) ? <Badge tone="success">On</Badge> : <Badge tone="neutral">Off</Badge>)}
    >
      <Loaded query={query} skeleton={<FactorsSkeleton />} failure="Your second factors couldn’t be loaded.">
        {(factors) => (
          <>
            {hasOne(factors) ? <FactorList factors={factors} onOpen={setDialog} /> : <Empty />}
            <div className={`flex flex-wrap gap-2 ${hasOne(factors) ? 'mt-5' : 'mt-2 justify-center pb-2'}`}>
              {hasPasskeys() && (
                <Button variant={hasOne(factors) ? 'secondary' : 'primary'} onClick={adding.addPasskey}>
                  <KeyRound size={16} aria-hidden />
                  Add a passkey
                </Button>
              )}
              {factors.totpSince === null && (
                <Button variant="secondary" pending={adding.isBeginning} onClick={adding.addApp}>
                  {!adding.isBeginning && <Smartphone size={16} aria-hidden />}
                  Add an app
                </Button>
              )}
            </div>
            {dialog && (
              <FactorDialog dialog={dialog} factors={factors} onOpen={setDialog} onClose={() => setDialog(null)} />
            )}
          </>
        )}
      </Loaded>
      {adding.dialog}
    </Card>
  );
}

const Empty = () => (
  <div className="flex flex-col items-center px-4 py-2 text-center">
    <ShieldCheck size={24} strokeWidth={1.5} className="mb-3 text-muted" aria-hidden />
    <p className="max-w-100 text-13 text-balance text-muted">
      Anyone who learns your password can sign in as you. Add a passkey or an app on your phone, and the password alone
      is no longer enough.
    </p>
  </div>
);

function FactorList({ factors, onOpen }: { factors: SecondFactors; onOpen: (dialog: OpenDialog) => void }) {
  const { passkeys, totpSince, recoveryCodesLeft: left } = factors;
  return (
    <ul className="-mt-4 divide-y divide-line border-line border-b">
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          icon={KeyRound}
          name={<bdi>{passkey.name}</bdi>}
          text={
            <>
              Passkey, added <Day at={passkey.createdAt} /> ·{' '}
              {passkey.usedAt ? (
                <>
                  last used: <TimeAgo at={passkey.usedAt} />
                </>
              ) : (
                'not used yet'
              )}
            </>
          }
        >
          <IconButton
            icon={Pencil}
            label={`Rename passkey ${passkey.name}`}
            onClick={() => onOpen({ show: 'rename', passkey })}
          />
          <IconButton
            icon={Trash2}
            label={`Remove passkey ${passkey.name}`}
            onClick={() => onOpen({ show: 'remove', passkey })}
          />
        </FactorRow>
      ))}
      {totpSince !== null && (
        <FactorRow
          icon={Smartphone}
          name="Authenticator app"
          text={
            <>
              Added <Day at={totpSince} />
            </>
          }
        >
          <IconButton icon={Trash2} label="Remove the app" onClick={() => onOpen({ show: 'remove app' })} />
        </FactorRow>
      )}
      <FactorRow
        icon={LifeBuoy}
        name="Recovery codes"
        text={
          <span className={left <= FEW ? 'text-warning' : ''}>
            {left === 0 ? 'None left. Make new ones.' : `${left} of ${RECOVERY_CODES} left. Each works once.`}
          </span>
        }
      >
        <Button variant="secondary" className={compactClass} onClick={() => onOpen({ show: 'new codes' })}>
          New codes
        </Button>
      </FactorRow>
    </ul>
  );
}

const FEW = 2;

const Day = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>;

interface FactorRowProps {
  icon: LucideIcon;
  name: ReactNode;
  text: ReactNode;
  children: ReactNode;
}

const FactorRow = ({ icon: Icon, name, text, children }: FactorRowProps) => (
  <li className="flex items-center gap-4 py-4">
    <span className="flex size-9 shrink-0 items-center justify-center rounded-control border border-line text-muted">
      <Icon size={18} aria-hidden />
    </span>
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-13 text-muted">{text}</p>
    </div>
    <div className="flex shrink-0 items-center">{children}</div>
  </li>
);

interface FactorDialogProps {
  dialog: OpenDialog;
  factors: SecondFactors;
  onOpen: (dialog: OpenDialog) => void;
  onClose: () => void;
}

function FactorDialog({ dialog, factors, onOpen, onClose }: FactorDialogProps) {
  const remove = useRemoveFactor();
  const codes = useNewRecoveryCodes();
  if (dialog.show === 'rename') return <RenamePasskeyDialog passkey={dialog.passkey} onClose={onClose} />;
  if (dialog.show === 'codes') return <RecoveryCodesDialog codes={dialog.codes} onSaved={onClose} />;
  if (dialog.show === 'new codes')
    return (
      <ConfirmDialog
        title="Make new recovery codes"
        description={`You get ${RECOVERY_CODES} new ones. The old ones stop working, wherever you saved them.`}
        confirm="Make new codes"
        pending={codes.isPending}
        onConfirm={() =>
          codes.mutate(undefined, {
            onSuccess: ({ recoveryCodes }) => onOpen({ show: 'codes', codes: recoveryCodes }),
            onError: onClose,
          })
        }
        onCancel={onClose}
      />
    );
  const isLast = factors.passkeys.length + Number(factors.totpSince !== null) === 1;
  const ofApp = dialog.show === 'remove app';
  const after = isLast
    ? 'It’s your only second factor. Without it, your password alone is enough to sign in, and your recovery codes are deleted.'
    : 'It can no longer be used to sign in. Your other second factors stay.';
  return (
    <ConfirmDialog
      title={
        ofApp ? (
          'Remove the app'
        ) : (
          <>
            Remove passkey <bdi>{dialog.passkey.name}</bdi>
          </>
        )
      }
      description={after}
      confirm={ofApp ? 'Remove app' : 'Remove passkey'}
      destroys
      pending={remove.isPending}
      onConfirm={() => remove.mutate(ofApp ? 'app' : { passkey: dialog.passkey.id }, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}

const FactorsSkeleton = () => (
  <RowsSkeleton label="Loading your second factors…" count={2} rowClass="flex items-center gap-4 py-3">
    <Skeleton className="size-9" />
    <div className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3 w-56 max-w-full" />
    </div>
  </RowsSkeleton>
);
