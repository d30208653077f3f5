// Who listens at the receiver's port. While the desk is off, any user of the machine can listen there and is sent deliveries
// with their secrets; so a person can see who holds the port. Linux says it in /proc, of other users without the process.
import { readdir, readFile, readlink } from 'node:fs/promises'
import type { PortHolder } from '../../src-shared/desk/values/port-holders.ts'

type Listener = { readonly address: string; readonly uid: string; readonly inode: string }

/** As /proc/net/tcp has it: words of four bytes, each in the order of the processor, here little-endian. */
const bytesOf = (hex: string): number[] =>
  (hex.match(/.{8}/g) ?? []).flatMap((word) => [...Buffer.from(word, 'hex')].reverse())

const addressOf = (hex: string): string => {
  const bytes = bytesOf(hex)
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)).toString(16),
  )
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

const LISTENS = '0A'

/** Of a table as /proc/net/tcp and /proc/net/tcp6 are. */
const listenersAt = (table: string, port: number): Listener[] =>
  table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , uid = '', , inode = ''] = line.trim().split(/\s+/)
    const [address = '', hexPort = ''] = local.split(':')
    return state === LISTENS && Number.parseInt(hexPort, 16) === port
      ? [{ address: addressOf(address), uid, inode }]
      : []
  })

/** Sockets that the process has open; empty where they may not be read, or it has ended. */
const socketsOf = async (pid: string): Promise<ReadonlySet<string>> => {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => ''))
  return new Set((await Promise.all(links)).flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
}

const processOf = async (inode: string): Promise<string | null> => {
  for (const pid of await readdir('/proc')) if (/^\d+$/.test(pid) && (await socketsOf(pid)).has(inode)) return pid
  return null
}

/** A process chooses the name itself. */
const programOf = async (pid: string): Promise<string | null> => {
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
  return name === '' ? null : name.replaceAll(/[^\x20-\x7e]/g, '?')
}

const userOf = async (uid: string): Promise<string> => {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines.map((line) => line.split(':')).find((fields) => fields[2] === uid)?.[0] ?? uid
}

export type Receiving = {
  readonly listening: boolean
  readonly address: string
  readonly port: number
  /** The receiver could not have the port. */
  readonly isTaken: boolean
}

const UNNAMED = { pid: null, program: null, user: null }
const thisDesk = (address: string): PortHolder => ({ ...UNNAMED, address, isThisDesk: true, pid: process.pid })

const otherAt = async ({ address, uid, inode }: Listener): Promise<PortHolder> => {
  const pid = await processOf(inode)
  const program = pid === null ? null : await programOf(pid)
  return { address, isThisDesk: false, pid: pid === null ? null : Number(pid), program, user: await userOf(uid) }
}

/** What the desk knows without the system's help. */
const knownHolders = ({ listening, address, isTaken }: Receiving): PortHolder[] => {
  if (listening) return [thisDesk(address)]
  return isTaken ? [{ ...UNNAMED, address, isThisDesk: false }] : []
}

/** `read`: a table of the system; rejects where there is none. */
export const portHolders = async (
  receiving: Receiving,
  read = (file: string): Promise<string> => readFile(file, 'utf8'),
): Promise<PortHolder[]> => {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => read(file).catch(() => ''))
  const [four = '', six = ''] = await Promise.all(tables)
  if (four === '') return knownHolders(receiving)
  const { listening, address, port } = receiving
  // No two programs listen at the same address of a port.
  const isOurs = (listener: Listener): boolean => listening && listener.address === address
  return Promise.all(
    [...listenersAt(four, port), ...listenersAt(six, port)].map((listener) =>
      isOurs(listener) ? thisDesk(listener.address) : otherAt(listener),
    ),
  )
}
