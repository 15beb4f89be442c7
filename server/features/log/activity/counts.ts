import type { Core } from '../../../core.ts';
import { BoundedCounts } from '../../../db/bounded-counts.ts';
import { type Narrowed, timesOf } from './search.ts';

export class ActivityCounts extends BoundedCounts<Narrowed> {
  constructor(deps: Pick<Core, 'reader' | 'clock'>) {
    super(deps, timesOf);
  }
}
