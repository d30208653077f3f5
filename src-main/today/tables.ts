import { byBrandId, type RoomTables } from '../store/tables.ts'
import { todaySchema } from './queries/schema.ts'
import { listChoices, removeChoice, saveChoice } from './queries/today-choices.ts'

export const todayTables = {
  reads: { 'today.choices': listChoices },
  writes: {
    core: { 'today.saveChoice': saveChoice, 'today.removeChoice': removeChoice },
    cache: {},
  },
  schema: todaySchema,
  brandRows: {
    // The occurrences of an item about several brands name each of them.
    core: [byBrandId('today_choice'), 'DELETE FROM today_choice WHERE brand_id IS NULL AND instr(occurrences, ?) > 0'],
    cache: [],
  },
} satisfies RoomTables
