// What is done with pitches that wait at the service. Everything here ends in the journal.
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../src-shared/desk/outreach.ts'
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { brandName } from './brands.ts'
import { notifyError } from './notices.ts'

export type TakenBack = { readonly brandId: string; readonly intentId: string }

/** Asks for the removal of pitches that were not sent yet: one act a brand. What could not be asked for is told. */
export const takeBack = async (rows: readonly OutboxRow[]): Promise<readonly TakenBack[]> => {
  const taken: TakenBack[] = []
  for (const [brandId, pitches] of Map.groupBy(rows, (row) => row.brandId)) {
    const conversationIds = pitches.map((row) => row.conversationId)
    const reply = await ask('outreach.unqueue', { brandId, conversationIds })
    if (reply.ok) taken.push({ brandId, intentId: reply.value.intentId })
    else
      notifyError(
        `${plural(pitches.length, 'pitch', 'pitches')} of ${isolate(brandName(brandId))} could not be unsent`,
        reply.error,
      )
  }
  return taken
}

type Where = Pick<OutboxRow, 'brandId' | 'conversationId' | 'prospectEmailId' | 'email'>
type Pitch = CallOutput<'outreach.pitch'> & { readonly intentId: string }

/** Acts to one person that are looked through for the one that queued a pitch. */
const LOOKED_THROUGH = 20

/** The words of a pitch that this desk queued, newest first; null where it was not this desk, or long ago. */
export const findPitch = async ({ brandId, conversationId, ...person }: Where): Promise<Pitch | null> => {
  // Items of such acts are called by the address, or by the contact's id where none is known.
  const search = person.email ?? person.prospectEmailId
  const acts = await ask('intents.list', {
    brandIds: [brandId],
    search,
    filter: { kind: ['queue'] },
    limit: LOOKED_THROUGH,
  })
  if (!acts.ok) return null
  for (const { id, counts } of acts.value.rows) {
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
