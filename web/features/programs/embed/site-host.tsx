/** Shown in punycode, which has no look-alike letters. */
export const SiteHost = ({ origin }: { origin: string }) => (
  <bdi dir="ltr" className="font-mono wrap-anywhere text-ink">
    {new URL(origin).host}
  </bdi>
);
