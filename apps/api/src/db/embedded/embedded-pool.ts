// The embedded database behind node-postgres: both databases have one interface, and a named statement is planned once.
import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

// This says AuthenticationOk and ReadyForQuery, because PGlite has no users and its session began when it was opened.
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const terminate = 'X'.charCodeAt(0);

type Written = { chunk: Buffer }[];
type Done = (error?: Error | null) => void;

class EmbeddedConnection extends Duplex {
  readonly #embedded: PGlite;
  #welcomed = false;

  constructor(embedded: PGlite) {
    super();
    this.#embedded = embedded;
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done) {
    this._writev([{ chunk }], done);
  }

  override _writev(written: Written, done: Done) {
    const message = Buffer.concat(written.map(({ chunk }) => chunk));
    this.#answer(message).then(() => done(), done);
  }

  async #answer(message: Buffer) {
    if (!this.#welcomed) {
      this.#welcomed = true;
      // A connection before this one may have left these behind.
      await this.#embedded.exec('rollback');
      await this.#embedded.exec('discard all');
      this.push(welcome);
    } else if (message[0] === terminate) {
      this.push(null);
    } else {
      // The bytes lie in PGlite's own memory, which the next statement writes over.
      const onRawData = (bytes: Uint8Array) => this.push(Buffer.from(bytes));
      await this.#embedded.execProtocolRawStream(message, { onRawData });
    }
  }

  // node-postgres asks this much of a socket.
  connect() {
    process.nextTick(() => this.emit('connect'));
  }
  setNoDelay() {}
  ref() {}
  unref() {}
}

// One session is all that PGlite has. A pool of its own mind would end it after each statement that failed, and with it
// what is prepared and listened for.
export const openEmbeddedPool = (embedded: PGlite): pg.Pool => {
  const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, stream: () => new EmbeddedConnection(embedded) });
  const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const client = await pool.connect();
    try {
      return await client.query(statement, values);
    } catch (error) {
      // Several statements sent as one may have failed within their transaction.
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  };
  return Object.assign(pool, { query });
};
