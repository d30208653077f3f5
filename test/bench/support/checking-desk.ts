// The least that does with pitches what the desk does: as least-desk.ts, and each pitch is looked up among contacts of this brand
// and of others, suppressions and earlier pitches, the latter again in the transaction that stores it with the address of its
// contact and with what the outbox lists of that contact, so that new conversations are recognised after a crash. Its
// text is searched for names of other brands and for what the service would cut. What is stored has a hash that is computed again
// before anything is sent, a call is read back and its contacts are looked up twice more before it leaves, requests are counted on
// disk before they leave, and each outcome is stored with its conversation. One process, one connection. `/contacts` fills what it
// looks up. Prints its port.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { LIMITS } from '../../../src-shared/service/limits.ts'

const PER_CALL = 200
const COUNTED_AT_ONCE = 8
const baseUrl = process.argv[2] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
const db = new Database(join(folder, 'checking.db'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.pragma('wal_autocheckpoint = 0')
db.exec(`
  CREATE TABLE call (no INTEGER PRIMARY KEY, hash TEXT NOT NULL, payloads TEXT NOT NULL) STRICT;
  CREATE TABLE item (no INTEGER PRIMARY KEY, call INTEGER NOT NULL, address TEXT NOT NULL, contact TEXT NOT NULL,
    state TEXT NOT NULL, result TEXT NOT NULL) STRICT;
  CREATE INDEX item_by_contact ON item (contact);
  CREATE TABLE contact (brand TEXT NOT NULL, id TEXT NOT NULL, email TEXT NOT NULL, PRIMARY KEY (brand, id)) STRICT, WITHOUT ROWID;
  CREATE INDEX contact_by_email ON contact (email);
  CREATE INDEX contact_by_id ON contact (id);
  CREATE TABLE outbox (brand TEXT NOT NULL, id TEXT NOT NULL, contact TEXT NOT NULL, PRIMARY KEY (brand, id)) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_by_contact ON outbox (brand, contact);
  CREATE TABLE suppression (email TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE counted (bucket TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT;
  CREATE INDEX counted_by_bucket ON counted (bucket);`)

type Pitch = { readonly prospectEmailId: string; readonly subject: string; readonly body: string }
type Call = { readonly no: number; readonly first: number; readonly hash: string }

const names: string[] = []
const insertContact = db.prepare('INSERT INTO contact VALUES (?, ?, ?)')
const insertOutbox = db.prepare('INSERT INTO outbox VALUES (?, ?, ?)')
type Known = { readonly name: string; readonly ids: readonly string[]; readonly pitched: readonly string[] }
const fill = db.transaction((brand: string, { name, ids, pitched }: Known): void => {
  names.push(name)
  for (const id of ids) insertContact.run(brand, id, `${id}@people.test`)
  for (const [at, id] of pitched.entries()) insertOutbox.run(brand, `${id} ${at}`, id)
})

const LOOK_UP = `SELECT sought.key AS at FROM json_each(@ids) AS sought
  CROSS JOIN contact ON contact.brand = @brand AND contact.id = sought.value
  WHERE EXISTS (SELECT 1 FROM suppression WHERE suppression.email = contact.email)`
const isSuppressed = db.prepare(LOOK_UP)
const anySuppressed = db.prepare('SELECT 1 FROM suppression LIMIT 1')
const pitchedBefore = db.prepare(`SELECT sought.key AS at FROM json_each(@ids) AS sought
  CROSS JOIN item ON item.contact = sought.value WHERE item.state <> 'failed'`)
const addresses = db.prepare<
  { ids: string; brand: string },
  { id: string; email: string }
>(`SELECT id, email FROM contact
  WHERE brand = @brand AND id IN (SELECT value FROM json_each(@ids))`)
const ofAnotherBrand = db.prepare(`SELECT sought.key AS at FROM json_each(@ids) AS sought
  CROSS JOIN contact ON contact.id = sought.value AND contact.brand <> @brand
  WHERE NOT EXISTS (SELECT 1 FROM contact AS own WHERE own.brand = @brand AND own.id = sought.value)`)
const sameAddress = db.prepare(`SELECT sought.key AS at FROM json_each(@ids) AS sought
  CROSS JOIN contact ON contact.brand = @brand AND contact.id = sought.value
  CROSS JOIN contact AS other ON other.email = contact.email AND other.id <> contact.id`)
const conversations = db.prepare<
  { ids: string; brand: string },
  { conversationId: string; contact: string }
>(`SELECT outbox.id AS conversationId, outbox.contact FROM json_each(@ids) AS sought
  CROSS JOIN outbox ON outbox.brand = @brand AND outbox.contact = sought.value`)
const insertCall = db.prepare('INSERT INTO call (hash, payloads) VALUES (?, ?)')
const insertItem = db.prepare(
  "INSERT INTO item (call, address, contact, state, result) VALUES (?, ?, ?, 'waiting', '{}')",
)
const readCall = db.prepare<[number], { payloads: string }>('SELECT payloads FROM call WHERE no = ?')
const markCall = db.prepare('UPDATE item SET state = ?, result = ? WHERE no >= ? AND no < ?')
const markItem = db.prepare('UPDATE item SET state = ?, result = ? WHERE no = ?')

const forgetCounted = db.prepare('DELETE FROM counted WHERE bucket = ?')
const addCounted = db.prepare('INSERT INTO counted VALUES (?, ?)')
/** The requests of the last minute, and those that follow before the next such write. */
const count = db.transaction((bucket: string, atMs: readonly number[]): void => {
  forgetCounted.run(bucket)
  for (const at of atMs) addCounted.run(bucket, at)
})

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const idsOf = (items: readonly Pitch[]): string => JSON.stringify(items.map(({ prospectEmailId }) => prospectEmailId))

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
/** No longer than the service keeps it, in characters. */
const isWhole = (text: string, max: number): boolean => text.length <= max || [...text].length <= max
const isComplete = ({ prospectEmailId, subject, body }: Pitch): boolean =>
  isText(prospectEmailId) &&
  isText(subject) &&
  isText(body) &&
  isWhole(subject, LIMITS.subjectCharactersMax) &&
  isWhole(body, LIMITS.bodyCharactersMax)

type Facts = {
  readonly addressOf: ReadonlyMap<string, string>
  readonly conversationsOf: ReadonlyMap<string, readonly unknown[]>
}

/** Gives what is known of each contact. */
const assertFit = (items: readonly Pitch[], brand: string): Facts => {
  const asked = { ids: idsOf(items), brand }
  const others = new RegExp(names.map((name) => `\\b${name}\\b`).join('|'), 'i')
  const isNaming = ({ subject, body }: Pitch): boolean => others.test(`${subject}\n${body}`)
  if (!items.every(isComplete)) throw new Error('A pitch does not fit.')
  if (new Set(items.map(({ prospectEmailId }) => prospectEmailId)).size < items.length)
    throw new Error('Twice in one set.')
  if (isSuppressed.all(asked).length > 0 || items.some(isNaming)) throw new Error('Not to be sent.')
  if (ofAnotherBrand.all(asked).length > 0) throw new Error('Of another brand.')
  if (pitchedBefore.all(asked).length > 0 || sameAddress.all(asked).length > 0) throw new Error('Twice.')
  return {
    addressOf: new Map(addresses.all(asked).map(({ id, email }) => [id, email])),
    conversationsOf: Map.groupBy(conversations.all(asked), ({ contact }) => contact),
  }
}

const store = db.transaction((items: readonly Pitch[], { addressOf, conversationsOf }: Facts): Call[] => {
  if (pitchedBefore.all({ ids: idsOf(items) }).length > 0) throw new Error('Pitched meanwhile.')
  return Array.from({ length: Math.ceil(items.length / PER_CALL) }, (_, call) => {
    const part = items.slice(call * PER_CALL, (call + 1) * PER_CALL)
    const text = JSON.stringify(
      part.map((item) => ({ ...item, knownBefore: conversationsOf.get(item.prospectEmailId) ?? [] })),
    )
    const hash = hashOf(text)
    const no = Number(insertCall.run(hash, text).lastInsertRowid)
    const numbers = part.map(
      ({ prospectEmailId: id }) => insertItem.run(no, addressOf.get(id) ?? '', id).lastInsertRowid,
    )
    return { no, first: Number(numbers[0]), hash }
  })
})
/** Of a call that was sent: the conversation of each pitch. */
type Sent = { readonly first: number; readonly conversationIds: readonly string[] }
const mark = db.transaction((before: Sent | undefined, now: Call | undefined): void => {
  for (const [at, conversationId] of (before?.conversationIds ?? []).entries())
    markItem.run('confirmed', JSON.stringify({ as: 'queued', conversationId }), (before?.first ?? 0) + at)
  if (now !== undefined) markCall.run('in_flight', '{}', now.first, now.first + PER_CALL)
})

const textOf = ({ no, hash }: Call): string => {
  const { payloads = '' } = readCall.get(no) ?? {}
  if (hashOf(payloads) !== hash) throw new Error('It is not what was stored.')
  return payloads
}

/** Contacts are looked up only where anybody is suppressed, as the desk does. */
const assertStillFit = (asked: { readonly ids: string; readonly brand: string }): void => {
  if (anySuppressed.get() !== undefined && isSuppressed.all(asked).length > 0) throw new Error('Suppressed meanwhile.')
  if (ofAnotherBrand.all(asked).length > 0) throw new Error('Of another brand by now.')
}

const send = async (call: Call, before: Sent | undefined, authorization: string): Promise<Sent> => {
  const items = JSON.parse(textOf(call)) as Pitch[] // as `store` wrote it
  const asked = { ids: idsOf(items), brand: authorization }
  assertStillFit(asked)
  mark.immediate(before, call)
  assertStillFit(asked)
  const reply = await fetch(`${baseUrl}/v3/outreach/outbox/queue`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: items.map(({ prospectEmailId, subject, body }) => ({ prospectEmailId, subject, body })),
    }),
  })
  const { queued, queuedConversationIds } = (await reply.json()) as { queued: unknown; queuedConversationIds: unknown }
  if (!Array.isArray(queuedConversationIds) || !queuedConversationIds.every((id) => typeof id === 'string'))
    throw new Error('The reply does not fit.')
  if (queued !== PER_CALL || queuedConversationIds.length !== PER_CALL)
    throw new Error(`Only ${queued} of ${PER_CALL} were queued.`)
  return { first: call.first, conversationIds: queuedConversationIds }
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const answer = async (request: IncomingMessage): Promise<void> => {
  const { authorization = '' } = request.headers
  if (request.url === '/contacts') {
    return fill.immediate(authorization, (await bodyOf(request)) as Known) // the bench's own
  }
  const { items } = (await bodyOf(request)) as { items: Pitch[] } // the bench's own
  const calls = store.immediate(items, assertFit(items, authorization))
  for (const call of calls) textOf(call)
  const counted: number[] = []
  let sent: Sent | undefined
  for (const [place, call] of calls.entries()) {
    if (counted.length === place) {
      counted.push(...Array<number>(COUNTED_AT_ONCE).fill(Date.now()))
      count.immediate(authorization, counted)
    }
    sent = await send(call, sent, authorization)
  }
  mark.immediate(sent, undefined)
}

const server = createServer((request, response) => {
  answer(request).then(
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
