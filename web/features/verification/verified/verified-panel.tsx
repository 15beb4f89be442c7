import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import type { GateSaid, VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buttonClass, compactClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LoadFailure, Notice } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Facts, PanelSection, SidePanel } from '../../../ui/overlays/side-panel.tsx';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { oneLine } from '../../log/activity/details.ts';
import { guestPath } from '../../log/activity/entry-links.ts';
import { useVerifiedEmail } from './api.ts';
import { claimText } from './claims.ts';
import { COLUMNS, VerifiedIcon } from './row.tsx';

interface VerifiedPanelProps {
  id: string;
  listed?: VerifiedEmail | undefined;
  onClose: () => void;
}

export function VerifiedPanel({ id, listed, onClose }: VerifiedPanelProps) {
  const query = useVerifiedEmail(id, listed);
  const { data: address, error } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <SidePanel title="Verified address" onClose={onClose} footer={address && <RelatedLinks address={address} />}>
      {address && <Contents address={address} />}
      {query.isPending && <PanelSkeleton />}
      {query.isLoadingError &&
        (isGone ? (
          <Notice icon={SearchX} title="This verified address is not kept any more">
            Addresses are deleted after the time that the settings say for guest data.
          </Notice>
        ) : (
          <LoadFailure title="The address could not be loaded" query={query} />
        ))}
    </SidePanel>
  );
}

const linkClass = `${buttonClass('secondary')} ${compactClass}`;

const RelatedLinks = ({ address: { guestId, email } }: { address: VerifiedEmail }) => (
  <>
    {guestId !== null && (
      <Link href={guestPath(guestId)} className={linkClass}>
        View guest
      </Link>
    )}
    <Link href={`/admin/activity?q=${encodeURIComponent(email)}`} className={linkClass}>
      Show activity of this address
    </Link>
  </>
);

const Contents = ({ address }: { address: VerifiedEmail }) => (
  <>
    <div className="flex items-start gap-3 px-5 py-5">
      <span className="flex h-6 items-center">
        <VerifiedIcon />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-mono text-16 wrap-anywhere">
          <bdi>{oneLine(address.email)}</bdi>
        </p>
        <p className="mt-0.5 text-13 text-muted">
          Confirmed with a code <TimeAgo at={address.verifiedAt} />
        </p>
      </div>
    </div>
    <PanelSection title="Verification" action={<CopyButton label="Copy address" text={address.email} />}>
      <Facts
        facts={Object.fromEntries(
          COLUMNS.toReversed().flatMap(({ name, fact }) => (fact ? [[name, fact(address)]] : [])),
        )}
      />
    </PanelSection>
    <GateSection gate={address.gate} />
  </>
);

function GateSection({ gate }: Pick<VerifiedEmail, 'gate'>) {
  if (gate === null)
    return (
      <PanelSection title="Gate token">
        <p className="text-13 text-muted">The guest came without a token.</p>
      </PanelSection>
    );
  return (
    <>
      <PanelSection title="Gate token">
        <Facts
          facts={{
            Subject:
              gate.sub === null ? (
                <span className="text-muted">None</span>
              ) : (
                <bdi className="font-mono">{oneLine(gate.sub)}</bdi>
              ),
            'Token ID': <bdi className="font-mono">{oneLine(gate.jti)}</bdi>,
          }}
        />
      </PanelSection>
      <Claims claims={gate.claims} />
    </>
  );
}

function Claims({ claims }: Pick<GateSaid, 'claims'>) {
  const entries = Object.entries(claims);
  if (entries.length === 0) return null;
  return (
    <PanelSection title="Other claims of the token">
      <dl className="flex flex-col gap-3 text-13">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt className="text-12 wrap-anywhere text-muted">
              <bdi>{oneLine(name)}</bdi>
            </dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              <bdi>{claimText(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </PanelSection>
  );
}

const PanelSkeleton = () => (
  <RowsSkeleton label="Loading the address…" count={7} className="flex flex-col gap-3 px-5 py-6" rowClass="h-4">
    <Skeleton className="h-full" />
  </RowsSkeleton>
);
