import { once } from 'node:events';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

const SAMPLE_EVERY_US = 200;
const SHOWN = 15;

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

async function inspector(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl as string);
  await once(socket, 'open');
  let asked = 0;
  return {
    close: () => socket.close(),
    call<Result>(method: string, params: object = {}): Promise<Result> {
      asked += 1;
      const id = asked;
      return new Promise((resolve) => {
        const read = (data: Buffer) => {
          const answer = JSON.parse(String(data));
          if (answer.id !== id) return;
          socket.off('message', read);
          resolve(answer.result);
        };
        socket.on('message', read);
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
  };
}

const place = ({ functionName, url, lineNumber }: CallFrame) => {
  const file = url.startsWith('file:') ? relative('.', fileURLToPath(url)) : url;
  return `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`;
};

/** The functions in which the main thread spent most of its time, without what they called. */
function dearest({ nodes, samples, timeDeltas }: Profile): string[] {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, place(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, node] of samples.entries()) {
    const name = places.get(node) as string;
    times.set(name, (times.get(name) ?? 0) + Math.max(0, timeDeltas[index] as number));
  }
  times.delete('(idle)');
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([name, time]) => `${((100 * time) / all).toFixed(1).padStart(5)} % ${name}`);
}

/** Runs the work and prints where the server's main thread spent its time. */
export async function profiled(port: number, name: string, work: () => Promise<void>): Promise<void> {
  const { call, close } = await inspector(port);
  await call('Profiler.enable');
  await call('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await call('Profiler.start');
  await work();
  const { profile } = await call<{ profile: Profile }>('Profiler.stop');
  close();
  process.stderr.write(`\n${name}\n${dearest(profile).join('\n')}\n`);
}
