import { usePortal } from '../../lib/portal.ts';
import { type AskedBy, describeAsked } from './destination-words.ts';

/** On the page of the user, and in the preview of the form. */
export function AskedWords({ path, asked }: { path: string; asked: AskedBy }) {
  const { organisation } = usePortal();
  const { who, reason, instead, leave } = describeAsked(path, asked, organisation);
  return (
    <>
      <p>{who}</p>
      {reason && (
        <p className="wrap-anywhere">
          Their reason: “<bdi>{reason}</bdi>”
        </p>
      )}
      {instead && <p>{instead}</p>}
      <p>{leave}</p>
    </>
  );
}
