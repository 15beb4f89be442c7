import { createServer, type DnsServer, Packet } from 'dns2';
import { onTestFinished } from 'vitest';
import { WAIT_MS } from './patience.ts';

type RecordType = 'MX' | 'A' | 'AAAA' | 'TXT';

interface Zone {
  /** Names of the mail servers; an empty one is a null MX (RFC 7505). */
  readonly MX?: readonly string[];
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly TXT?: readonly string[];
}

const TYPES = new Map<number, RecordType>([
  [Packet.TYPE.MX, 'MX'],
  [Packet.TYPE.A, 'A'],
  [Packet.TYPE.AAAA, 'AAAA'],
  [Packet.TYPE.TXT, 'TXT'],
]);

const dataOf = (type: RecordType, value: string) => {
  if (type === 'MX') return { exchange: value, priority: value === '' ? 0 : 10 };
  return type === 'TXT' ? { data: value } : { address: value };
};

/** A real DNS server on loopback. It knows the given zones; everything else does not exist. */
export class TestDns {
  /** Queries such as "MX example.com", in order. */
  readonly asked: string[] = [];
  readonly zones: Map<string, Zone | 'servfail'>;
  behaviour: 'answer' | 'silent' | 'held' = 'answer';
  /** Timeouts of the resolver: generous, so that a busy machine causes none, unless a test is about timeouts. */
  readonly patience: { withinMs: number; tryMs: number };
  readonly #server: DnsServer;
  #held: (() => void)[] = [];
  #port = 0;
  #closed: Promise<unknown> | undefined;

  private constructor(zones: Record<string, Zone | 'servfail'>, tryMs: number) {
    this.patience = { withinMs: WAIT_MS, tryMs };
    this.zones = new Map(Object.entries(zones));
    this.#server = createServer({
      udp: true,
      handle: (request, send) => {
        const [question] = request.questions;
        const name = question?.name ?? '';
        const type = TYPES.get((question as { type?: number } | undefined)?.type ?? 0);
        this.asked.push(`${type} ${name}`);
        const answer = () => void send(this.#answer(request, name, type));
        if (this.behaviour === 'held') this.#held.push(answer);
        else if (this.behaviour === 'answer') answer();
      },
    });
  }

  static async start(zones: Record<string, Zone | 'servfail'> = {}, tryMs = WAIT_MS): Promise<TestDns> {
    const dns = new TestDns(zones, tryMs);
    const { udp } = await dns.#server.listen({ udp: { port: 0, address: '127.0.0.1' } });
    dns.#port = udp?.port ?? 0;
    onTestFinished(() => dns.close());
    return dns;
  }

  /** The address for resolvers. */
  get servers(): readonly string[] {
    return [`127.0.0.1:${this.#port}`];
  }

  /** Sends the held answers. */
  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  async close(): Promise<void> {
    this.#closed ??= this.#server.close();
    await this.#closed;
  }

  #answer(request: Packet, name: string, type: RecordType | undefined): Packet {
    const response = Packet.createResponseFromRequest(request);
    const zone = this.zones.get(name.toLowerCase());
    if (zone === undefined) response.header.rcode = Packet.RCODE.NXDOMAIN;
    else if (zone === 'servfail') response.header.rcode = Packet.RCODE.SERVFAIL;
    else if (type !== undefined)
      for (const value of zone[type] ?? [])
        response.answers.push({
          name,
          type: Packet.TYPE[type],
          class: Packet.CLASS.IN,
          ttl: 60,
          ...dataOf(type, value),
        } as (typeof response.answers)[number]);
    return response;
  }
}
