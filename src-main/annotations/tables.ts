import { byBrandId, type RoomTables } from '../store/tables.ts'
import { listAnnotations } from './queries/annotation-list.ts'
import { newestIndexes } from './queries/newest-indexes.ts'
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
  migrations: { core: { 43: notesTable, 46: newestIndexes } },
  team: {
    tables: {
      annotation: { place: 33, key: ['id'], brand: 'brand_id', merge: 'last-wins', datasets: ['annotations'] },
    },
  },
} satisfies RoomTables
