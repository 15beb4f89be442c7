import { CornerUpRight } from 'lucide-react';
import { memo } from 'react';
import type { Redirect } from '../../../contract/redirects.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, compactClass } from '../../ui/button.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { destinationLabel } from './destinations.ts';
import { redirectedOf } from './redirected.ts';

interface RedirectRowProps {
  redirect: Redirect;
  index: number;
  onRemove: (redirect: Redirect) => void;
}

export const RedirectRow = memo(function RedirectRow({ redirect, index, onRemove }: RedirectRowProps) {
  const who = redirectedOf(redirect);
  const where = destinationLabel(redirect.destinationPath);
  return (
    <li
      data-index={index}
      className="flex h-24 flex-wrap content-center items-center gap-x-4 gap-y-1 border-line border-b px-5 text-13 last:border-b-0 sm:h-16 sm:flex-nowrap"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <bdi title={who} className="truncate text-left font-medium">
          {who}
        </bdi>
        <span className="flex min-w-0 items-center gap-1.5 text-12 text-muted">
          <CornerUpRight size={12} className="shrink-0" aria-hidden />
          <span title={redirect.reason ? `${where} · ${redirect.reason}` : where} className="truncate">
            <bdi className="text-ink">{where}</bdi>
            {redirect.reason && (
              <>
                {' · '}
                <bdi>{redirect.reason}</bdi>
              </>
            )}
          </span>
        </span>
      </div>
      <div className="flex items-center gap-3 text-12 text-muted max-sm:order-1 max-sm:w-full">
        <Badge tone={redirect.isPersistent ? 'warning' : 'neutral'}>
          {redirect.isPersistent ? 'Persistent' : 'One-time'}
        </Badge>
        <TimeAgo at={redirect.createdAt} />
      </div>
      <Button
        variant="ghost"
        aria-label={`Remove redirect of ${who}`}
        onClick={() => onRemove(redirect)}
        className={`${compactClass} -mr-3`}
      >
        Remove
      </Button>
    </li>
  );
});
