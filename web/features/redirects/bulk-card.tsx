import { useRef, useState } from 'react';
import { destinationLabel } from '../../../contract/redirects/redirects.rules.ts';
import type { RedirectFilter } from '../../../contract/redirects/redirects.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { useHash } from '../../lib/url/use-hash.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { counted } from '../../ui/count.ts';
import { formClass } from '../../ui/fields/field.tsx';
import { SelectField } from '../../ui/fields/select.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useBulkRedirect, useMatchCount } from './api.ts';
import { describeMatches, userDestinations, userFilters } from './redirect-options.ts';

const HASH = 'bulk';

function useFocusByHash() {
  const card = useRef<HTMLElement>(null);
  useHash((id) => {
    if (id !== HASH) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  });
  return card;
}

export function BulkCard() {
  const card = useFocusByHash();
  const [filter, setFilter] = useState<RedirectFilter>('online');
  const [destination, setDestination] = useState('');
  const destinationField = useRef<HTMLSelectElement>(null);
  const [isMissing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const matching = useMatchCount(filter);
  const bulk = useBulkRedirect();
  const { data } = matching;
  const possible = data && data.count > 0 && !data.more;

  const ask = async () => {
    if (!destination) {
      setMissing(true);
      destinationField.current?.focus();
      return;
    }
    // The current count, not the one from when the page was opened.
    const { data: latest } = await matching.refetch();
    if (latest && latest.count > 0 && !latest.more) setAsking(true);
  };
  const apply = () => bulk.mutate({ filter, destinationPath: destination }, { onSettled: () => setAsking(false) });
  return (
    <Card
      ref={card}
      id={HASH}
      tabIndex={-1}
      title="Bulk Redirect Operations"
      description="Sends many users to a page at once"
      className="scroll-mt-20"
    >
      <div className={formClass}>
        <SelectField
          label="Users"
          value={filter}
          onChange={setFilter}
          groups={userFilters}
          hint={data ? describeMatches(data) : matching.isPending ? 'Counting…' : undefined}
          error={matching.isError ? sentenceOf(matching.error, "Couldn't count the users") : undefined}
        />
        <SelectField
          label="Bulk destination"
          ref={destinationField}
          placeholder="Choose a destination"
          value={destination}
          onChange={(path) => {
            setDestination(path);
            setMissing(false);
          }}
          groups={userDestinations}
          error={isMissing ? 'Please choose a destination' : undefined}
        />
        <Button
          variant="secondary"
          disabled={!possible}
          pending={matching.isFetching && !matching.isPending}
          onClick={ask}
          className="self-start"
        >
          Apply to Selected Users
        </Button>
      </div>
      {asking && data && (
        <ConfirmDialog
          title={`Redirect ${counted(data.count, 'user')}`}
          description={`We send each of them to ${destinationLabel(destination)} once, as soon as they have a page open.`}
          confirm={`Redirect ${counted(data.count, 'user')}`}
          pending={bulk.isPending}
          onConfirm={apply}
          onCancel={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
