// One connection to a PostgreSQL server by `pg`, as the store sees it. `pg` is loaded when the first one is opened: a desk
// alone never reads it.

import type { EventEmitter } from 'node:events'
import { Mutex } from 'async-mutex'
import type { Client } from 'pg'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { TeamAddress } from './address.ts'
import { ConnectionLostError, serverError, type TeamClient, type TeamSession } from './client.ts'

// Any user of this machine can listen on the port of a server that is stopped. So the desk answers SCRAM alone, which shows
// nobody the password; and where no TLS has proved who the server is, it has to know the password itself before it hears more.

/** The connection of a client of `pg` (not in its types): it emits what the server sends. */
type Wire = EventEmitter & { readonly stream: { readonly destroy: () => void } }

/** PostgreSQL's own default. With fewer, who only pretends to be the server could guess the password quickly. */
const ROUNDS_MIN = 4096

const noProof = () =>
  new DeskError(
    'network',
    "What answers at the address of the team's database does not prove that it is this server: it may be another program. The password was not sent. Ask an admin whether the server runs, and whether it asks for passwords by scram-sha-256.",
  )

/** Before the client connects: its own listeners are called later, and write to a connection that is gone. */
const demandProof = (wire: Wire, { isProven }: { readonly isProven: boolean }): void => {
  let hasProof = isProven
  const refuse = () => {
    wire.emit('error', noProof())
    wire.stream.destroy()
  }
  wire.on('authenticationCleartextPassword', refuse)
  wire.on('authenticationMD5Password', refuse)
  wire.on('authenticationSASLContinue', ({ data }: { readonly data: string }) => {
    if (!isProven && !(Number(/,i=(\d+)/.exec(data)?.[1]) >= ROUNDS_MIN)) refuse()
  })
  // The client compares it with its own, and fails where it is another one.
  wire.on('authenticationSASLFinal', () => {
    hasProof = true
  })
  wire.on('authenticationOk', () => {
    if (!hasProof) refuse()
  })
}

/** A managed server that sleeps wakes up within seconds. */
const CONNECT_MS = 10_000
/** The server gives up a statement after 15 seconds; the rest is for a large message on a slow line. */
const ANSWER_MS = 60_000

export type OpenClient = TeamClient & {
  /** The server's process; a pooler names another one. */
  readonly processId: number | null
  /** Called once when the connection was lost or closed. */
  readonly onEnd: (listener: () => void) => void
  readonly close: () => Promise<void>
  /** Ends it at once, whatever it is doing. */
  readonly destroy: () => void
}

const wireOf = (client: Client): Wire => (client as unknown as { readonly connection: Wire }).connection // not in its types

/** `pg` closes politely only: here the socket goes at once. */
const destroyOf = (client: Client) => (): void => wireOf(client).stream.destroy()

const connect = async (address: TeamAddress, password: string): Promise<Client> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    ...address,
    password,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'Agency Desk',
    // Whatever the environment says (PGOPTIONS, PGCLIENTENCODING).
    options: '',
    client_encoding: 'UTF8',
  })
  client.setTypeParser(pg.types.builtins.INT8, (text) => {
    const number = Number(text)
    // What no number holds stays what it is, so that it is found.
    return Number.isSafeInteger(number) ? number : BigInt(text)
  })
  // Who waits for an answer learns of the loss by it, all others by `end`.
  client.on('error', () => undefined)
  // Who may listen at a socket is decided by its folder.
  demandProof(wireOf(client), { isProven: address.ssl !== false || address.host.startsWith('/') })
  try {
    await client.connect()
    return client
  } catch (error) {
    // A server that waits for an answer would keep the socket for a minute.
    destroyOf(client)()
    throw error
  }
}

/** Rejects with what the network, TLS or the server said. */
export const openClient = async (address: TeamAddress, password: string): Promise<OpenClient> => {
  const client = await connect(address, password)
  const destroy = destroyOf(client)
  const turn = new Mutex()

  const ask: TeamSession['query'] = async <Row>(sql: string, values?: readonly unknown[], plan?: string) => {
    const late = setTimeout(destroy, ANSWER_MS)
    try {
      const kept = plan === undefined ? {} : { name: plan }
      const { rows } = await client.query({
        ...kept,
        text: sql,
        ...(values === undefined ? {} : { values: [...values] }),
      })
      return rows as Row[] // the caller names what its statement selects
    } catch (error) {
      if (serverError(error) !== null) throw error
      // The server's last words come before the end of its connection: nothing is to be asked on it meanwhile.
      destroy()
      client.emit('end')
      throw new ConnectionLostError(error)
    } finally {
      clearTimeout(late)
    }
  }
  const undo = (): Promise<unknown> => ask('ROLLBACK').catch(destroy)

  return {
    processId: (client as { readonly processID?: number | null }).processID ?? null, // not in its types
    query: (...asked) => turn.runExclusive(() => ask(...asked)),
    transaction: (work, begin = 'BEGIN') =>
      turn.runExclusive(async () => {
        await ask(begin)
        try {
          const result = await work({ query: ask })
          await ask('COMMIT')
          return result
        } catch (error) {
          await undo()
          throw error
        }
      }),
    onNotification: (listener) => {
      const hear = ({ payload = '' }: { payload?: string | undefined }) => listener(payload)
      client.on('notification', hear)
      return () => client.off('notification', hear)
    },
    onEnd: (listener) => void client.once('end', listener),
    close: () => client.end(),
    destroy,
  }
}
