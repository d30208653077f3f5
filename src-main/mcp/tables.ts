import type { RoomTables } from '../store/tables.ts'
import { FORGET_BRAND, readMcpSettings, saveMcpSettings } from './queries/mcp-settings.ts'
import { OF_BRAND, requestsPage, saveRequest } from './queries/requests.ts'
import { mcpSchema } from './queries/schema.ts'

export const mcpTables = {
  reads: { 'mcp.settings': readMcpSettings, 'mcp.requests': requestsPage },
  writes: { core: { 'mcp.saveSettings': saveMcpSettings, 'mcp.saveRequest': saveRequest }, cache: {} },
  brandRows: { core: [FORGET_BRAND, OF_BRAND], cache: [] },
  schema: mcpSchema,
} satisfies RoomTables
