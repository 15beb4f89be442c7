import { useState } from 'react';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Facts, PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { changedValues, isLong } from './details.ts';

export function ChangedValues({ details }: Pick<ActivityEntry, 'details'>) {
  const changed = changedValues(details);
  if (changed.length === 0) return null;
  return (
    <PanelSection title={details?.settings ? 'Changed settings' : 'Changed details'}>
      <div className="flex flex-col gap-4">
        {changed.map(({ name, label, values }) => (
          <div key={name}>
            <h4 className="mb-1 text-13 font-medium">{label}</h4>
            {values === null ? (
              <p className="text-13 text-muted">Changed. The value is secret and isn't recorded.</p>
            ) : (
              <Facts facts={{ Before: <LongText text={values.from} />, After: <LongText text={values.to} /> }} />
            )}
          </div>
        ))}
      </div>
    </PanelSection>
  );
}

function LongText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (text === '') return <span className="text-muted">Empty</span>;
  return (
    <>
      <bdi className={`whitespace-pre-wrap ${isLong(text) && !isOpen ? 'line-clamp-3' : 'block'}`}>{text}</bdi>
      {isLong(text) && (
        <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </TextButton>
      )}
    </>
  );
}
