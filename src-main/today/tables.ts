import { byBrandId, type RoomTables } from '../store/tables.ts'
import { listChoices, removeChoice, saveChoice, todayChoices } from './queries/today-choices.ts'

export const todayTables = {
  reads: { 'today.choices': listChoices },
  writes: {
    core: { 'today.saveChoice': saveChoice, 'today.removeChoice': removeChoice },
    cache: {},
  },
  migrations: { core: { 23: todayChoices } },
  brandRows: { core: [byBrandId('today_choice')], cache: [] },
} satisfies RoomTables
