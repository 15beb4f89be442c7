/** The licence of the data set asks for this link. */
export const LocationCredit = () => (
  <p className="border-line border-t px-5 py-3 text-12 whitespace-nowrap">
    <a
      href="https://db-ip.com"
      target="_blank"
      rel="noreferrer"
      className="text-muted underline-offset-2 hover:text-ink hover:underline"
    >
      IP location by DB-IP
    </a>
  </p>
);
