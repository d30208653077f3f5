import { randomUUID } from 'node:crypto'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Change } from '../../src-shared/desk/values/changes.ts'
import { dayFromNumber, toInstant } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { readBrandPages } from '../rankings/public.ts'
import type { RoomParts } from '../room.ts'
import type { StoredNote } from './queries/notes.ts'

export type AnnotationDeps = Pick<RoomParts, 'store' | 'clock' | 'emit'> & {
  readonly brands: Pick<BrandBook, 'resolve'>
}

/** Ranked pages of one keyword that are read. */
const PAGES_MAX = 500

const toRemoved = ({ day, untilDay, brandIds, keyword, page, text, atMs }: StoredNote) => ({
  day: dayFromNumber(day),
  untilDay: untilDay === day ? null : dayFromNumber(untilDay),
  brandIds: brandIds === null ? ('all' as const) : [...brandIds],
  keyword,
  page,
  text,
  at: toInstant(atMs),
})

/** Notes of people on days, and what the desk knows to have happened on them. None waits for the service. */
export const createAnnotationHandlers = ({
  store,
  clock,
  emit,
  brands,
}: AnnotationDeps): Pick<Handlers, `annotations.${string}` & keyof Handlers> => {
  // A note may have been of other brands before.
  const changed = (brandIds: Change['brandIds']) => emit('changed', { brandIds, datasets: ['annotations'] })
  return {
    'annotations.list': async ({ brandIds, ...input }) => {
      const asked = brandIds === 'all' ? brandIds : brands.resolve(brandIds)
      const [only] = brandIds
      const pages =
        input.keyword === undefined || brandIds === 'all' || only === undefined
          ? null
          : await readBrandPages(store, { brandId: only, search: '', limit: PAGES_MAX, keyword: input.keyword })
      return store.read('annotations.list', { ...input, brandIds: asked, pages })
    },
    'annotations.save': async (input) => {
      const noteId = randomUUID()
      await store.write('annotations.save', { ...input, noteId, atMs: clock.now() })
      changed('all')
      return { id: noteId }
    },
    'annotations.remove': async ({ ids }) => {
      const removed = await store.write('annotations.remove', { ids })
      if (removed.length > 0) changed('all')
      return { removed: removed.map(toRemoved) }
    },
    'annotations.restore': async ({ notes }) => {
      const restored = notes.map(({ at, ...note }) => ({ ...note, noteId: randomUUID(), atMs: Date.parse(at) }))
      await store.write('annotations.restore', { notes: restored })
      changed('all')
      return {}
    },
  }
}
