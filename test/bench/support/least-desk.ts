// The least that "all of it on disk before any is sent" takes: one process, one connection, no rules. It parses the
// pitches, stores them in one commit that waits for the disk, and commits a mark before each call. Prints its port.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const PER_CALL = 200
const baseUrl = process.argv[2] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
const db = new Database(join(folder, 'least.db'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.pragma('wal_autocheckpoint = 0')
db.exec(`
  CREATE TABLE call (no INTEGER PRIMARY KEY, payloads TEXT NOT NULL) STRICT;
  CREATE TABLE item (no INTEGER PRIMARY KEY, call INTEGER NOT NULL, contact TEXT NOT NULL, state TEXT NOT NULL) STRICT;
  CREATE INDEX item_by_contact ON item (contact);`)
const insertCall = db.prepare('INSERT INTO call (payloads) VALUES (?)')
const insertItem = db.prepare("INSERT INTO item (call, contact, state) VALUES (?, ?, 'waiting')")
const markCall = db.prepare('UPDATE item SET state = ? WHERE no > ? AND no <= ?')

type Pitch = { readonly prospectEmailId: string }

const store = db.transaction((items: readonly Pitch[]): { no: number; text: string }[] => {
  const starts = Array.from({ length: Math.ceil(items.length / PER_CALL) }, (_, call) => call * PER_CALL)
  return starts.map((start) => {
    const part = items.slice(start, start + PER_CALL)
    const text = JSON.stringify(part)
    const call = insertCall.run(text).lastInsertRowid
    const numbers = part.map(({ prospectEmailId }) => insertItem.run(call, prospectEmailId).lastInsertRowid)
    return { no: Number(numbers[0]) - 1, text }
  })
})
const mark = db.transaction((before: number | undefined, now: number | undefined): void => {
  if (before !== undefined) markCall.run('confirmed', before, before + PER_CALL)
  if (now !== undefined) markCall.run('in_flight', now, now + PER_CALL)
})

const sendAll = async (request: IncomingMessage): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  const { items } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { items: Pitch[] } // the bench's own
  const calls = store.immediate(items)
  for (const [place, { no, text }] of calls.entries()) {
    mark.immediate(calls[place - 1]?.no, no)
    const reply = await fetch(`${baseUrl}/v3/outreach/outbox/queue`, {
      method: 'POST',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      body: `{"items":${text}}`,
    })
    const { queued } = (await reply.json()) as { queued: number } // what the sandbox answers
    if (queued !== PER_CALL) throw new Error(`Only ${queued} of ${PER_CALL} were queued.`)
  }
  mark.immediate(calls.at(-1)?.no, undefined)
}

const server = createServer((request, response) => {
  sendAll(request).then(
    () => response.end('{}'),
    () => response.destroy(),
  )
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`)) // TCP
process.once('SIGTERM', () => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
