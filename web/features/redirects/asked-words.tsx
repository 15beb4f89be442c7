import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { type AskedBy, describeAsked } from './destination-words.ts';

/** Shown on the user's page and in the preview of the redirect form. */
export function AskedWords({ path, asked }: { path: string; asked: AskedBy }) {
  const { organisation } = usePortal();
  const words = useMessages().signedIn.asked;
  const { who, reason, instead, leave } = describeAsked(path, asked, organisation, words);
  return (
    <>
      <p>{who}</p>
      {reason && (
        <p className="wrap-anywhere">
          <WithSlots message={words.reason} slots={{ reason: <bdi>{reason}</bdi> }} />
        </p>
      )}
      {instead && <p>{instead}</p>}
      <p>{leave}</p>
    </>
  );
}
