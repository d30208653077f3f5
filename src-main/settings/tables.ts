import type { RoomTables } from '../store/tables.ts'
import { UNSIGNED } from '../store/team/row-rules.ts'
import { settingsSchema } from './queries/schema.ts'
import { loadSettings, saveSettings, settingChanges } from './queries/team-settings.ts'

export const settingsTables = {
  reads: { 'settings.changes': settingChanges, 'settings.load': loadSettings },
  writes: { core: { 'settings.save': saveSettings }, cache: {} },
  brandRows: { core: [], cache: [] },
  team: {
    waits: { 'settings.save': 'This setting' },
    tables: {
      team_setting: {
        place: 2,
        key: ['key'],
        brand: null,
        columns: { value: 'any' },
        stillForbids: (row) => (row.key === 'isSendingHeld' ? { ...UNSIGNED, key: row.key, value: 'true' } : null),
        datasets: ['settings', 'profile'],
      },
    },
  },
  schema: settingsSchema,
} satisfies RoomTables
