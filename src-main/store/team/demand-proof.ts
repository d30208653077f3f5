// Any user of this machine can listen on the port of a server that is stopped. So the desk answers SCRAM alone, which shows
// nobody the password; and where no TLS has proved who the server is, it has to know the password itself before it hears more.
import type { EventEmitter } from 'node:events'
import { DeskError } from '../../../src-shared/desk/errors.ts'

/** The connection of a client of `pg` (not in its types): it emits what the server sends. */
export type Wire = EventEmitter & { readonly stream: { readonly destroy: () => void } }

/** PostgreSQL's own default. With fewer, who only pretends to be the server could guess the password quickly. */
const ROUNDS_MIN = 4096

const noProof = () =>
  new DeskError(
    'network',
    "What answers at the address of the team's database does not prove that it is this server: it may be another program. The password was not sent. Ask an admin whether the server runs, and whether it asks for passwords by scram-sha-256.",
  )

/** Before the client connects: its own listeners are called later, and write to a connection that is gone. */
export const demandProof = (wire: Wire, { isProven }: { readonly isProven: boolean }): void => {
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
