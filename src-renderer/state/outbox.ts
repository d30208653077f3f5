// Actions on pitches that are queued at the service. Each becomes an intent.
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../src-shared/desk/outreach.ts'
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { brandName } from './brands.ts'
import { orNotify } from './notices.ts'

export type Unsending = { readonly brandId: string; readonly intentId: string; readonly count: number }

/** Unsends pitches that were not sent yet, one intent per brand. Notifies about each brand that failed. */
export const unsendPitches = async (rows: readonly OutboxRow[]): Promise<readonly Unsending[]> => {
  const taken: Unsending[] = []
  for (const [brandId, pitches] of Map.groupBy(rows, (row) => row.brandId)) {
    const conversationIds = pitches.map((row) => row.conversationId)
    const reply = await orNotify(
      `${plural(pitches.length, 'pitch', 'pitches')} of ${isolate(brandName(brandId))} could not be unsent`,
      ask('outreach.unqueue', { brandId, conversationIds }),
    )
    if (reply.ok) taken.push({ brandId, intentId: reply.value.intentId, count: pitches.length })
  }
  return taken
}

type Where = Pick<OutboxRow, 'brandId' | 'conversationId' | 'prospectEmailId' | 'email'>
type Pitch = CallOutput<'outreach.pitch'> & { readonly intentId: string }

/** How many intents to one person are searched for the pitch. */
const INTENTS_SEARCHED = 20

/** The text of a pitch. Null: another desk queued it, it was long ago, or it could not be read. */
export const findPitch = async ({ brandId, conversationId, ...person }: Where): Promise<Pitch | null> => {
  // Items of these intents have the address as label, or the contact's id if there is no address.
  const search = person.email ?? person.prospectEmailId
  const intents = await ask('intents.list', {
    brandIds: [brandId],
    search,
    filter: { kind: ['queue'] },
    limit: INTENTS_SEARCHED,
  })
  if (!intents.ok) return null
  for (const { id, counts } of intents.value.rows) {
    if (counts.confirmed === 0) continue
    const intent = await ask('intents.get', { id })
    const item = intent.ok
      ? intent.value.items.find(({ result }) => result.conversationId === conversationId)
      : undefined
    if (item === undefined) continue
    const pitch = await ask('outreach.pitch', { intentId: id, item: item.item })
    return pitch.ok ? { ...pitch.value, intentId: id } : null
  }
  return null
}
