import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { findDovecot } from '../../scripts/find-dovecot.ts';
import { freePort } from '../../scripts/free-port.ts';
import { until } from './process.ts';

/** The password of every mailbox; each name is a mailbox of its own. */
export const IMAP_PASSWORD = 'imap-secret-9315';

interface Owner {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/** A user other than root, whose mail Dovecot refuses to keep. */
function owner(): Owner {
  const self = userInfo();
  if (self.uid !== 0) return { uid: self.uid, gid: self.gid, name: self.username };
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  if (nobody === undefined) throw new Error('No user whose mail Dovecot could keep.');
  return { uid: Number(nobody[2]), gid: Number(nobody[3]), name: 'nobody' };
}

interface Ports {
  /** On 127.0.0.1 and, as a remote server, on 127.0.0.2. */
  readonly imap: number;
  readonly imaps: number;
}

const configuration = (dir: string, { imap, imaps }: Ports, { uid, gid, name }: Owner, tls: boolean) => `
base_dir = ${dir}/run
state_dir = ${dir}/run
log_path = ${dir}/log
protocols = imap
listen = 127.0.0.1, 127.0.0.2
ssl = ${tls ? 'yes' : 'no'}
ssl_cert = <${dir}/certificate.pem
ssl_key = <${dir}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${dir}/mail/%u
mail_max_userip_connections = 100
first_valid_uid = 1
${userInfo().uid === 0 ? '' : `default_internal_user = ${name}\ndefault_login_user = ${name}\n`}
passdb {
  driver = static
  args = password=${IMAP_PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${dir}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
  }
}
service anvil {
  chroot =
  # No delay after a wrong password.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
`;

/** A real IMAP server on loopback that creates mailboxes on demand. The caller has to close it. */
export class TestImap {
  readonly ports: Ports;
  /** The server's self-signed certificate. */
  readonly certificateFile: string;
  readonly #dir: string;
  readonly #program: string;
  #stop: (() => Promise<void>) | null = null;

  private constructor(dir: string, ports: Ports, program: string) {
    this.#dir = dir;
    this.#program = program;
    this.ports = ports;
    this.certificateFile = join(dir, 'certificate.pem');
  }

  static async listening({ tls = true } = {}): Promise<TestImap> {
    const program = findDovecot();
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
    if (!version.startsWith('2.3.'))
      throw new Error(`These tests know the configuration of Dovecot 2.3, not ${version}`);
    const dir = mkdtempSync(join(tmpdir(), 'gatehouse-imap-'));
    chmodSync(dir, 0o755);
    const user = owner();
    const ports = { imap: await freePort(), imaps: await freePort() };
    mkdirSync(join(dir, 'mail'));
    chownSync(join(dir, 'mail'), user.uid, user.gid);
    const imap = new TestImap(dir, ports, program);
    const made = spawnSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'].concat(
        ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.2'],
        ['-keyout', join(dir, 'key.pem'), '-out', imap.certificateFile],
      ),
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`No certificate for the IMAP server: ${made.stderr}`);
    writeFileSync(join(dir, 'dovecot.conf'), configuration(dir, ports, user, tls));
    await imap.open();
    return imap;
  }

  async open(): Promise<void> {
    const server = spawn(this.#program, ['-F', '-c', join(this.#dir, 'dovecot.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += chunk;
    });
    let gone = false;
    const exited = new Promise<void>((resolve) =>
      server.on('exit', () => {
        gone = true;
        resolve();
      }),
    );
    const kill = () => void server.kill('SIGTERM');
    // Ends the server with the tests, however they end.
    process.on('exit', kill);
    this.#stop = async () => {
      process.off('exit', kill);
      kill();
      await exited;
    };
    await until('the IMAP server answers', async () => {
      if (gone) throw new Error(`The IMAP server ended: ${said}`);
      return this.with('anybody', async () => true).catch(() => false);
    });
  }

  /** The URL of a mailbox. */
  url(name: string, password = IMAP_PASSWORD): string {
    return `imap://${name}:${password}@127.0.0.1:${this.ports.imap}/INBOX`;
  }

  /** The same over TLS, with this hostname. */
  securedUrl(name: string, host: string): string {
    return `imaps://${name}:${IMAP_PASSWORD}@${host}:${this.ports.imaps}/INBOX`;
  }

  /** Works in the inbox as the mailbox's owner. */
  async with<T>(name: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: this.ports.imap,
      secure: false,
      doSTARTTLS: false,
      auth: { user: name, pass: IMAP_PASSWORD },
      logger: false,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.mailboxOpen('INBOX');
      return await work(client);
    } finally {
      client.close();
    }
  }

  /** Delivers messages to a mailbox, as a mail server does. */
  deliver(name: string, ...messages: readonly (string | Buffer)[]): Promise<void> {
    return this.with(name, async (client) => {
      for (const message of messages)
        await client.append('INBOX', typeof message === 'string' ? message.replaceAll(/\r?\n/g, '\r\n') : message);
    });
  }

  /** The subjects of the messages left in a mailbox. */
  left(name: string): Promise<string[]> {
    return this.with(name, async (client) => {
      if (client.mailbox === false || client.mailbox.exists === 0) return [];
      const messages = await client.fetchAll('1:*', { envelope: true });
      return messages.map(({ envelope }) => envelope?.subject ?? '');
    });
  }

  /** Makes a message with these words unreadable for the server. */
  spoil(name: string, words: string): void {
    for (const folder of ['new', 'cur']) {
      const dir = join(this.#dir, 'mail', name, folder);
      for (const file of readdirSync(dir))
        if (readFileSync(join(dir, file), 'utf8').includes(words)) chmodSync(join(dir, file), 0);
    }
  }

  /** The server's log. */
  get log(): string {
    return readFileSync(join(this.#dir, 'log'), 'utf8');
  }

  /** Stops the server until it is opened again; the mailboxes stay. */
  async shut(): Promise<void> {
    await this.#stop?.();
    this.#stop = null;
  }

  async close(): Promise<void> {
    await this.shut();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
