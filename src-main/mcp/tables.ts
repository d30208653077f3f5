import type { RoomTables } from '../store/tables.ts'
import { FORGET_BRAND, readMcpSettings, saveMcpSettings } from './queries/mcp-settings.ts'

export const mcpTables = {
  reads: { 'mcp.settings': readMcpSettings },
  writes: { core: { 'mcp.saveSettings': saveMcpSettings }, cache: {} },
  brandRows: { core: [FORGET_BRAND], cache: [] },
} satisfies RoomTables
