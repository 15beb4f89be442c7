import { CHART_RANGES, type ChartRange } from '../../../contract/dashboard/dashboard.rules.ts';
import { useSearchParam } from '../../lib/url/use-search-param.ts';

export const RANGE_NAMES: Record<ChartRange, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
};

const DEFAULT: ChartRange = '24h';

const isRange = (text: string): text is ChartRange => CHART_RANGES.some((range) => range === text);

export function useRange() {
  const [text, setText] = useSearchParam('range');
  const range = isRange(text) ? text : DEFAULT;
  return [range, (next: ChartRange) => setText(next === DEFAULT ? '' : next)] as const;
}
