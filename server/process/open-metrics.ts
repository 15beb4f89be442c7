import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';

/** Loads the library only if metrics are configured. */
export async function openMetrics({ metricsPort }: Config): Promise<Metrics | null> {
  if (metricsPort === null) return null;
  const { createMetrics } = await import('./metrics.ts');
  return createMetrics(metricsPort);
}
