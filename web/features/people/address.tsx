import { Breakable } from '../../ui/breakable.tsx';

export const Address = ({ email }: { email: string }) => (
  <bdi dir="ltr" className="wrap-anywhere">
    <Breakable text={email} />
  </bdi>
);
