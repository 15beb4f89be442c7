import { KeyRound, LifeBuoy, type LucideIcon, Pencil, ShieldCheck, Smartphone, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RECOVERY_CODES } from '../../../../contract/auth/second-factor.rules.ts';
import type { SecondFactors } from '../../../../contract/auth/second-factor.ts';
import { useMessages } from '../../../lib/messages.ts';
import { hasPasskeys } from '../../../lib/passkey.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
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
  const words = useMessages().account.factors;
  const query = useSecondFactors();
  const adding = useAddFactor();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <Card
      title={words.title}
      description={words.description}
      action={
        query.data &&
        (hasOne(query.data) ? <Badge tone="success">{words.on}</Badge> : <Badge tone="neutral">{words.off}</Badge>)
      }
    >
      <Loaded query={query} skeleton={<FactorsSkeleton />} failure={words.notLoaded}>
        {(factors) => (
          <>
            {hasOne(factors) ? <FactorList factors={factors} onOpen={setDialog} /> : <Empty />}
            <div className={`flex flex-wrap gap-2 ${hasOne(factors) ? 'mt-5' : 'mt-2 justify-center pb-2'}`}>
              {hasPasskeys() && (
                <Button variant={hasOne(factors) ? 'secondary' : 'primary'} onClick={adding.addPasskey}>
                  <KeyRound size={16} aria-hidden />
                  {words.addPasskey}
                </Button>
              )}
              {factors.totpSince === null && (
                <Button variant="secondary" pending={adding.isBeginning} onClick={adding.addApp}>
                  {!adding.isBeginning && <Smartphone size={16} aria-hidden />}
                  {words.addApp}
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
    <p className="max-w-100 text-13 text-balance text-muted">{useMessages().account.factors.none}</p>
  </div>
);

function FactorList({ factors, onOpen }: { factors: SecondFactors; onOpen: (dialog: OpenDialog) => void }) {
  const words = useMessages().account.factors;
  const { passkeys, totpSince, recoveryCodesLeft: left } = factors;
  return (
    <ul className="-mt-4 divide-y divide-line border-line border-b">
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          icon={KeyRound}
          name={<bdi>{passkey.name}</bdi>}
          text={
            <WithSlots
              message={passkey.usedAt ? words.passkeyUsed : words.passkeyNeverUsed}
              slots={{
                day: <Day at={passkey.createdAt} />,
                ago: passkey.usedAt && <TimeAgo at={passkey.usedAt} />,
              }}
            />
          }
        >
          <IconButton
            icon={Pencil}
            label={words.renamePasskey(passkey.name)}
            onClick={() => onOpen({ show: 'rename', passkey })}
          />
          <IconButton
            icon={Trash2}
            label={words.removePasskey(passkey.name)}
            onClick={() => onOpen({ show: 'remove', passkey })}
          />
        </FactorRow>
      ))}
      {totpSince !== null && (
        <FactorRow
          icon={Smartphone}
          name={words.app}
          text={<WithSlots message={words.appAdded} slots={{ day: <Day at={totpSince} /> }} />}
        >
          <IconButton icon={Trash2} label={words.removeApp} onClick={() => onOpen({ show: 'remove app' })} />
        </FactorRow>
      )}
      <FactorRow
        icon={LifeBuoy}
        name={words.recoveryCodes}
        text={
          <span className={left <= FEW ? 'text-warning' : ''}>
            {left === 0 ? words.noCodesLeft : words.codesLeft(left, RECOVERY_CODES)}
          </span>
        }
      >
        <Button variant="secondary" className={compactClass} onClick={() => onOpen({ show: 'new codes' })}>
          {words.newCodes}
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
  const { recoveryCodes, removeFactor } = useMessages().account;
  const remove = useRemoveFactor();
  const codes = useNewRecoveryCodes();
  if (dialog.show === 'rename') return <RenamePasskeyDialog passkey={dialog.passkey} onClose={onClose} />;
  if (dialog.show === 'codes') return <RecoveryCodesDialog codes={dialog.codes} onSaved={onClose} />;
  if (dialog.show === 'new codes')
    return (
      <ConfirmDialog
        title={recoveryCodes.makeTitle}
        description={recoveryCodes.makeText(RECOVERY_CODES)}
        confirm={recoveryCodes.make}
        pending={codes.isPending}
        onConfirm={() =>
          codes.mutate(undefined, {
            onSuccess: (made) => onOpen({ show: 'codes', codes: made.recoveryCodes }),
            onError: onClose,
          })
        }
        onCancel={onClose}
      />
    );
  const isLast = factors.passkeys.length + Number(factors.totpSince !== null) === 1;
  const ofApp = dialog.show === 'remove app';
  return (
    <ConfirmDialog
      title={
        ofApp ? (
          removeFactor.appTitle
        ) : (
          <WithSlots message={removeFactor.passkeyTitle} slots={{ name: <bdi>{dialog.passkey.name}</bdi> }} />
        )
      }
      description={isLast ? removeFactor.isLast : removeFactor.isNotLast}
      confirm={ofApp ? removeFactor.removeApp : removeFactor.removePasskey}
      destroys
      pending={remove.isPending}
      onConfirm={() => remove.mutate(ofApp ? 'app' : { passkey: dialog.passkey.id }, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}

const FactorsSkeleton = () => (
  <RowsSkeleton label={useMessages().account.factors.loading} count={2} rowClass="flex items-center gap-4 py-3">
    <Skeleton className="size-9" />
    <div className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3 w-56 max-w-full" />
    </div>
  </RowsSkeleton>
);
