import type { GateSaid, VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { PEOPLE_PATH, personState } from '../../../lib/person-state.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ItemPanel, PanelLink } from '../../../ui/overlays/item-panel.tsx';
import { Facts, PanelSection } from '../../../ui/overlays/side-panel.tsx';
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

const DataLink = ({ email }: { email: string }) =>
  useMay().mayOpen(PEOPLE_PATH) && (
    <PanelLink href={PEOPLE_PATH} state={personState(email)}>
      Data about this person
    </PanelLink>
  );

export const VerifiedPanel = ({ id, listed, onClose }: VerifiedPanelProps) => (
  <ItemPanel
    title="Verified address"
    query={useVerifiedEmail(id, listed)}
    loading="Loading the address…"
    failure="Couldn't load the address"
    gone={{
      title: 'This verified address is no longer kept',
      why: 'Addresses are deleted when the retention of guest data ends.',
    }}
    footer={({ guestId, email }) => (
      <>
        {guestId !== null && <PanelLink href={guestPath(guestId)}>View guest</PanelLink>}
        <PanelLink href={`/admin/activity?q=${encodeURIComponent(email)}`}>Show activity of this address</PanelLink>
        <DataLink email={email} />
      </>
    )}
    onClose={onClose}
  >
    {(address) => <Contents address={address} />}
  </ItemPanel>
);

const Contents = ({ address }: { address: VerifiedEmail }) => (
  <>
    <div className="flex items-start gap-3 px-5 py-5">
      <span className="flex h-6 items-center">
        <VerifiedIcon />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-mono text-16 wrap-anywhere">
          <bdi>
            <Breakable text={oneLine(address.email)} />
          </bdi>
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
    <PanelSection title="Other token claims">
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
