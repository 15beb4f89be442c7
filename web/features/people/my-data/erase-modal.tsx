import { type RefObject, useState } from 'react';
import type { MyData } from '../../../../contract/people/people.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { useMessages } from '../../../lib/messages.ts';
import { usePortal } from '../../../lib/portal.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { type Erasure, eraseMyData } from './api.ts';
import { OwnAddress } from './own-address.tsx';
import { Stays } from './stays.tsx';

interface EraseModalProps {
  data: MyData;
  focusAfter: RefObject<HTMLElement | null>;
  onErased: (result: Erasure) => void;
  onClose: () => void;
}

export function EraseModal({ data: { email, stays }, focusAfter, onErased, onClose }: EraseModalProps) {
  const { shared, myData } = useMessages();
  const words = myData.erasing;
  const { organisation } = usePortal();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    if (!pending) onClose();
  };

  const erase = async () => {
    setPending(true);
    setFailure(null);
    try {
      onErased(await eraseMyData());
    } catch (error) {
      setFailure(sentenceOf(error, shared.pleaseTryAgainLater));
      setPending(false);
    }
  };

  return (
    <Modal
      title={words.title}
      description={<WithSlots message={words.description} slots={{ email: <OwnAddress email={email} /> }} />}
      onClose={close}
      focusAfter={focusAfter}
    >
      <Stays stays={stays} />
      <p className="mt-4 text-14 text-muted">
        <WithSlots message={words.elsewhere} slots={{ organisation: <bdi>{organisation}</bdi> }} />
      </p>
      <div role="alert" className="mt-4 text-14 text-danger">
        {failure && (
          <>
            <p className="font-medium">{words.failed}</p>
            <p>{failure}</p>
          </>
        )}
      </div>
      <div className="mt-6 flex flex-col gap-2">
        <Button variant="danger" pending={pending} onClick={erase}>
          {words.confirm}
        </Button>
        <Button variant="ghost" onClick={close}>
          {shared.cancel}
        </Button>
      </div>
    </Modal>
  );
}
