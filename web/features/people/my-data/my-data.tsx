import { Clock, Download, FolderLock, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { MyData } from '../../../../contract/people/people.ts';
import { useMessages } from '../../../lib/messages.ts';
import { usePortal } from '../../../lib/portal.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
import { Button, LinkButton, linkClass } from '../../../ui/button.tsx';
import { formatLocalDay } from '../../../ui/time/format.ts';
import { saveJson, savePage } from '../save-file.ts';
import type { Erasure } from './api.ts';
import { EraseModal } from './erase-modal.tsx';
import { myReport } from './my-report.ts';
import { OwnAddress } from './own-address.tsx';
import { Stays } from './stays.tsx';
import { StoredSections } from './stored-sections.tsx';

interface MyDataProps {
  data: MyData;
  minutesLeft: number | null;
  onErased: (result: Erasure) => void;
}

/** What is stored about a confirmed address, and what the person can do about it. */
export function MyDataView({ data, minutesLeft, onErased }: MyDataProps) {
  const words = useMessages().myData;
  const { organisation } = usePortal();
  const { email, hasAccount, heldUntil, sections, stays } = data;
  const isEmpty = sections.length === 0;
  const slots = { organisation: <bdi>{organisation}</bdi>, email: <OwnAddress email={email} /> };
  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">{words.title}</h1>
      <p className="mt-2 mb-6 text-16 text-pretty text-muted">
        <WithSlots message={isEmpty ? words.nothing : words.introduction} slots={slots} />
      </p>
      {!isEmpty && <StoredSections sections={sections} />}
      {hasAccount && (
        <p className="mt-6 text-14 text-muted">
          <WithSlots
            message={words.account}
            slots={{
              link: (link) => (
                <Link href="/auth" className={linkClass}>
                  {link}
                </Link>
              ),
            }}
          />
        </p>
      )}
      {heldUntil === null ? (
        <Stays stays={stays} />
      ) : (
        <p className="mt-6 flex items-start gap-2.5 rounded-control bg-warning-soft px-4 py-3 text-14 text-warning">
          <FolderLock size={16} className="mt-0.5 shrink-0" aria-hidden />
          {words.held(formatLocalDay(heldUntil))}
        </p>
      )}
      {!isEmpty && <Actions data={data} onErased={onErased} />}
      {minutesLeft !== null && (
        <p className="mt-6 flex items-center justify-center gap-2 text-13 text-muted">
          <Clock size={14} className="shrink-0" aria-hidden />
          {words.timeLeft(minutesLeft)}
        </p>
      )}
    </>
  );
}

function Actions({ data, onErased }: Omit<MyDataProps, 'minutesLeft'>) {
  const words = useMessages().myData;
  const { organisation } = usePortal();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="mt-8 flex flex-col gap-2">
      <Button variant="secondary" onClick={() => savePage(myReport(data, words, organisation))}>
        <Download size={16} aria-hidden />
        {words.download}
      </Button>
      {data.heldUntil === null && (
        <Button ref={button} variant="danger" onClick={() => setAsking(true)}>
          <Trash2 size={16} aria-hidden />
          {words.erase}
        </Button>
      )}
      <p className="mt-4 text-center text-14">
        <LinkButton onClick={() => saveJson(data)}>{words.downloadJson}</LinkButton>
      </p>
      {isAsking && <EraseModal data={data} focusAfter={button} onErased={onErased} onClose={() => setAsking(false)} />}
    </div>
  );
}
