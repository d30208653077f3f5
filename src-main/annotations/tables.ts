import { byBrandId, type RoomTables } from '../store/tables.ts'
import { listAnnotations } from './queries/annotation-list.ts'
import { brandArticleIndex, largeFolderIndexes, newestIndexes } from './queries/newest-indexes.ts'
import { notesTable, removeNotes, restoreNotes, saveNote } from './queries/notes.ts'

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
  migrations: { core: { 43: notesTable, 46: newestIndexes, 55: largeFolderIndexes, 56: brandArticleIndex } },
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
