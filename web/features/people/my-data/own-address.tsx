/** Wraps to a new line first, and breaks only if it is longer than that. */
export const OwnAddress = ({ email }: { email: string }) => (
  <bdi dir="ltr" className="font-mono text-14 wrap-anywhere text-ink">
    {email}
  </bdi>
);
