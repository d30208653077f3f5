import { byBrandId, type RoomTables } from '../store/tables.ts'
import { listAnnotations } from './queries/annotation-list.ts'
import { removeNotes, restoreNotes, saveNote } from './queries/notes.ts'
import { annotationsSchema } from './queries/schema.ts'

export const annotationsTables = {
  reads: {
    'annotations.list': listAnnotations,
  },
  writes: {
    core: {
      'annotations.remove': removeNotes,
      'annotations.restore': restoreNotes,
      'annotations.save': saveNote,
    },
    cache: {},
  },
  brandRows: { core: [byBrandId('annotation')], cache: [] },
  schema: annotationsSchema,
  team: {
    tables: {
      annotation: {
        place: 33,
        key: ['id'],
        brand: 'brand_id',
        merge: 'last-wins',
        columns: { note_id: 64, keyword: 2000, page: 2000, text: 20_000, folded: 100_000 },
        datasets: ['annotations'],
      },
    },
  },
} satisfies RoomTables
