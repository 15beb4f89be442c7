import { memoryOf } from '../memory-of.ts';

/** Often enough to sample right after a garbage collection. */
const EVERY_MS = 500;
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

interface Sample {
  readonly at: number;
  readonly megabytes: number;
}

/** Growth per hour, by linear regression. */
function hourlySlope(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((sample) => sample.at));
  const megabytes = mean(samples.map((sample) => sample.megabytes));
  const together = samples.reduce((sum, one) => sum + (one.at - at) * (one.megabytes - megabytes), 0);
  const spread = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return (together / spread) * HOUR_MS;
}

/** The minimum of each minute: the lasting memory, without passing files and lists. */
function floors(samples: readonly Sample[]): Sample[] {
  const least = new Map<number, Sample>();
  for (const sample of samples) {
    const minute = Math.floor(sample.at / MINUTE_MS);
    const known = least.get(minute);
    if (known === undefined || sample.megabytes < known.megabytes) least.set(minute, sample);
  }
  return [...least.values()];
}

/** Samples the memory of a process every few seconds. */
export function sampleMemory(pid: number) {
  const samples: Sample[] = [];
  const timer = setInterval(() => samples.push({ at: performance.now(), megabytes: memoryOf(pid, 'now') }), EVERY_MS);
  return {
    stop: () => clearInterval(timer),
    /** Growth of the samples after this time, which is printed as well. */
    hourlySlopeAfter(ms: number): number {
      const from = (samples[0]?.at ?? 0) + ms;
      const least = floors(samples.filter(({ at }) => at >= from));
      process.stderr.write(
        `  the least of each minute: ${least.map(({ megabytes }) => Math.round(megabytes)).join(' ')} MB\n`,
      );
      return hourlySlope(least);
    },
  };
}
