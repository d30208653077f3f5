// The calls and items of a new intent. The payloads of a call are one row.
import type { IntentItem } from '../../../src-shared/desk/intents.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { type HashedCall, type HashedIntent, hashOfCall, hashOfIntent } from '../rules/intent-hash.ts'

/** The items of a new intent, and what each call sends. */
export type NewCalls = {
  readonly items: readonly {
    readonly batch: number
    readonly label: string
    /** Left out: the label. */
    readonly refId?: string | undefined
    /** The intent of the newest pitch to its contact that was known when this was checked; left out: none. */
    readonly afterNo?: number | undefined
    readonly payload?: IntentItem['result']
  }[]
  /** Payloads of each batch as JSON in UTF-8: transferring one buffer is cheaper than thousands of texts. */
  readonly payloads?: readonly Uint8Array<ArrayBuffer>[]
}

type NewItem = NewCalls['items'][number]
type NewCall = HashedCall & { readonly newItems: readonly NewItem[] }

/** Items of a call are consecutive. */
export const callsOf = ({ items, payloads }: NewCalls): NewCall[] => {
  const calls: NewCall[] = []
  let first = 0
  items.forEach(({ batch }, index) => {
    if (items[index + 1]?.batch === batch) return
    const firstItem = first
    first = index + 1
    const newItems = items.slice(firstItem, first)
    calls.push({
      callNo: batch,
      firstItem,
      payloads: payloads?.[batch] ?? JSON.stringify(newItems.map(({ payload = {} }) => payload)),
      items: newItems.map(({ label, refId = label }, at) => ({ item: firstItem + at, label, refId })),
      newItems,
    })
  })
  return calls
}

type NewHead = Omit<HashedIntent, 'itemCount'>

export const hashOf = ({ id, kind, brandId, details, accepted }: NewHead, calls: readonly NewCall[]): string => {
  const itemCount = calls.reduce((sum, { newItems }) => sum + newItems.length, 0)
  return hashOfIntent({ id, kind, brandId, details, accepted, itemCount }, calls.map(hashOfCall))
}

const INSERT_ITEM = `
  INSERT INTO intent_item (intent_no, item, call_no, subject, state, reason, result, contact_id, after_no)
  VALUES (?, ?, ?, ?, 'waiting', NULL, '{}', ?, ?)`
const INSERT_CALL =
  'INSERT INTO intent_call (intent_no, call_no, first_item, payloads) VALUES (?, ?, ?, CAST(? AS TEXT))'

export const insertCalls = ({ core }: WritableDb, no: number, calls: readonly NewCall[]): void => {
  const insertItem = prepared(core, INSERT_ITEM)
  for (const { callNo, firstItem, payloads, newItems } of calls) {
    for (const [at, { label, refId = null, afterNo = null }] of newItems.entries())
      insertItem.run(no, firstItem + at, callNo, label, refId, afterNo)
    prepared(core, INSERT_CALL).run(no, callNo, firstItem, payloads)
  }
}
