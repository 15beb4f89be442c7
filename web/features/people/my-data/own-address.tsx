/** On a line of its own rather than broken. */
export const OwnAddress = ({ email }: { email: string }) => (
  <bdi dir="ltr" className="font-mono text-14 wrap-anywhere text-ink">
    {email}
  </bdi>
);
