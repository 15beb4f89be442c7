/** The organisation's name with a gate as its mark. */
export function Brand({ name }: { name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-6 shrink-0" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M9 24V14.5a7 7 0 0 1 14 0V24M9 24h14M16 24v-9"
          className="fill-none stroke-white stroke-[2.5]"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="truncate font-semibold">{name}</span>
    </span>
  );
}
