export const CHART_RANGES = ['24h', '7d', '30d', '90d'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

export const RANGE_DAYS: Record<ChartRange, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 };

export const BAR_HOURS: Record<ChartRange, number> = { '24h': 1, '7d': 6, '30d': 24, '90d': 24 };

/** From giving an address to being verified. */
export const QUICK_MINUTES = 5;
/** With fewer guests, a share says nothing. */
export const SHARE_LEAST = 5;
