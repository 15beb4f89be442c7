import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const RULES = resolve('docs/examples/prometheus-alerts.yml');
const ALERTS = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.env.PROMTOOL as string, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

/** Values by series, one a minute; in promtool's words, "0+5x10" grows by 5 ten times. */
type Series = Record<string, string>;

interface Story {
  readonly what: string;
  readonly alert: string;
  readonly fires: boolean;
  readonly after: string;
  readonly series: Series;
}

const requests = (status: number) =>
  `gatehouse_http_request_duration_seconds_count{instance="a",method="GET",route="/",status="${status}"}`;
const oldest = 'gatehouse_outbox_oldest_timestamp_seconds{channel="mail"}';
const waiting = 'gatehouse_outbox_waiting{channel="mail"}';
const backup = (instance: string) => `gatehouse_last_backup_timestamp_seconds{instance="${instance}"}`;
const failures = 'gatehouse_database_failures_total{instance="a"}';

const story = (alert: string, fires: boolean, what: string, after: string, series: Series): Story => ({
  alert,
  fires,
  what,
  after,
  series,
});

/** Times are seconds since the beginning of the story. */
const STORIES: readonly Story[] = [
  story('GatehouseDown', true, 'a process is gone', '10m', { 'up{job="gatehouse",instance="a"}': '1x5 0x10' }),
  story('GatehouseDown', false, 'one look fails', '10m', { 'up{job="gatehouse",instance="a"}': '1x5 0 1x10' }),
  story('GatehouseDown', false, 'another program is gone', '10m', { 'up{job="other",instance="a"}': '0x20' }),
  story('GatehouseEmailsWait', true, 'an email waits', '15m', { [oldest]: '60x20', [waiting]: '1x20' }),
  story('GatehouseEmailsWait', false, 'emails come and go', '15m', { [oldest]: '0+60x20', [waiting]: '3x20' }),
  story('GatehouseEmailsWait', false, 'none waits', '15m', { [oldest]: '0x20', [waiting]: '0x20' }),
  story('GatehouseErrors', true, 'a tenth of the requests fail', '15m', {
    [requests(500)]: '0+10x20',
    [requests(200)]: '0+90x20',
  }),
  story('GatehouseErrors', false, 'few of many fail', '15m', {
    [requests(500)]: '0+2x20',
    [requests(200)]: '0+1000x20',
  }),
  story('GatehouseErrors', false, 'one of a few fails', '15m', {
    [requests(503)]: '0x8 1x12',
    [requests(200)]: '0+1x20',
  }),
  story('GatehouseErrors', false, 'strangers are refused', '15m', { [requests(429)]: '0+90x20' }),
  story('GatehouseDatabaseSilent', true, 'the database is away', '15m', { [failures]: '0x5 1+1x15' }),
  story('GatehouseDatabaseSilent', false, 'it was away before', '15m', { [failures]: '3x20' }),
  story('GatehouseBackupOld', true, 'there is none', '50h', { [backup('a')]: '0x3100' }),
  story('GatehouseBackupOld', true, 'it stopped', '100h', { [backup('a')]: '86400x6100' }),
  story('GatehouseBackupOld', false, 'one process makes them', '100h', {
    [backup('a')]: '0x6100',
    [backup('b')]: '300000x6100',
  }),
];

test('Prometheus takes the example alerts', () => {
  const { status, output } = promtool('check', 'rules', RULES);
  expect(status, output).toBe(0);
  expect(output).toContain('5 rules found');
});

test('Each example alert has a story in which it fires, and one in which it does not', () => {
  for (const fires of [true, false])
    expect(new Set(STORIES.filter((one) => one.fires === fires).map(({ alert }) => alert))).toEqual(new Set(ALERTS));
});

test.for(STORIES)('$alert, $what: fires is $fires', ({ alert, fires, after, series }) => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-alerts-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'story.yml');
  // The expression behind what fires: its labels and words are not what this is about.
  const firing = { expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`, eval_time: after };
  const exp_samples = fires ? [{ labels: '{}', value: 1 }] : [];
  const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const tests = [{ interval: '1m', input_series, promql_expr_test: [{ ...firing, exp_samples }] }];
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
  const { status, output } = promtool('test', 'rules', file);
  expect(status, output).toBe(0);
});
