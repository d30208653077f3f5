import { silentLog } from '../../src-main/base/log.ts'
import { createBrandBook } from '../../src-main/brands/brand-book.ts'
import { createComposing } from '../../src-main/composing/calls.ts'
import type { WaitingPitch } from '../../src-main/composing/waiting-pitch.ts'
import { createEvents } from '../../src-main/desk.ts'
import { createSettings } from '../../src-main/settings/settings.ts'
import type { CallInput, CallName, CallOutput, DeskEvent } from '../../src-shared/desk/contract.ts'
import type { PriorContact } from '../../src-shared/desk/outreach-care.ts'
import { callHandler } from './call-handler.ts'
import { tempLists } from './desk-lists.ts'
import { createManualClock } from './manual-clock.ts'

export const person = (id: string, more: object = {}) => ({
  id,
  prospectId: `site-${id}`,
  name: `Jane ${id}`,
  role: 'Editor',
  email: `${id}@${id}.test`,
  ...more,
})

type Composing = ReturnType<typeof createComposing>['handlers']

/** The composing room over a real store; the test gives it what other rooms answer. */
export const openComposing = async (...names: string[]) => {
  const lists = await tempLists(...names)
  const { store, ids, ingest } = lists
  const { emit, subscribe } = createEvents()
  const events: DeskEvent[] = []
  subscribe((event) => events.push(event))
  const clock = createManualClock()
  const book = await createBrandBook({ store, emit, settings: await createSettings({ store }) })
  const contactHistory: PriorContact[] = []
  const waiting = new Map<string, WaitingPitch>()
  const { handlers, frozen } = createComposing({
    store,
    book,
    clock,
    emit,
    deleteOld: ({ run }) => run(),
    log: silentLog,
    contactHistory: { of: async (brandId) => contactHistory.filter((one) => one.brandId === brandId) },
    outbox: { waitingContacts: async () => waiting },
  })
  const call = <Name extends CallName & keyof Composing>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> => callHandler(handlers, name, input)
  const people = (brandId: string, items: object[]) => ingest('contacts', brandId, { items })
  const [brandId = ''] = ids
  /** The preview's one row for the brand's contact. */
  const rowOf = async (
    template: { subject?: string; body?: string },
    recipient: { contactId: string; variables?: Record<string, string>; brandId?: string },
  ) => {
    const { rows } = await call('outreach.preview', {
      template: { subject: 'Hello', body: 'Text', ...template },
      recipients: [{ brandId, ...recipient }],
    })
    const [row] = rows
    if (row === undefined) throw new Error('There is no row.')
    return row
  }
  const suppressDomain = (value: string, reason = '') =>
    store.write('suppressions.add', { entries: [{ kind: 'domain', value, reason }], atMs: 1 })
  return {
    ...lists,
    brandId,
    call,
    people,
    rowOf,
    frozen,
    clock,
    events,
    book,
    suppressDomain,
    contactHistory,
    waiting,
  }
}
