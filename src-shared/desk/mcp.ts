import { z } from 'zod'
import { BRANDS_MAX, BrandIdSchema, EmptySchema, InstantSchema, pageInput, pageOf } from './common.ts'
import { call } from './define.ts'

const McpSettingsSchema = z.object({
  /** Brands that assistants may read; none at first. */
  brandIds: z.array(BrandIdSchema).max(BRANDS_MAX),
  /** Contacts with their e-mail addresses. */
  hasAddresses: z.boolean(),
  /** Whether assistants may write SQL themselves. */
  isSqlAllowed: z.boolean(),
  isHttpOn: z.boolean(),
})
export type McpSettings = z.infer<typeof McpSettingsSchema>

const McpStatusSchema = McpSettingsSchema.extend({
  http: z.object({
    isListening: z.boolean(),
    /** Of a port that is new each time the desk starts; null: it does not listen. */
    address: z.string().nullable(),
    /** Why it does not listen although it should. */
    error: z.string().nullable(),
    /** Without a token nothing is answered. It ends with the address. */
    hasToken: z.boolean(),
  }),
})
export type McpStatus = z.infer<typeof McpStatusSchema>

const McpRequestSchema = z.object({
  id: z.string(),
  at: InstantSchema,
  /** The assistant, as it calls itself; null: it did not say. */
  client: z.string().nullable(),
  tool: z.string(),
  /** Brands whose rows could be read; without those that were removed since. */
  brandIds: z.array(BrandIdSchema),
  /** No brand was named: all that were allowed. */
  isAll: z.boolean(),
  via: z.enum(['command', 'http']),
  /** Rows of the answer. */
  returned: z.number().int(),
  bytes: z.number().int(),
  tookMs: z.number(),
  isRefused: z.boolean(),
})
export type McpRequest = z.infer<typeof McpRequestSchema>

/** Assistants on this machine: what they may read, and how they connect. */
export const mcpCalls = {
  'mcp.status': call({ input: EmptySchema, output: McpStatusSchema, reads: ['assistants'] }),
  'mcp.configure': call({ input: McpSettingsSchema.partial(), output: McpStatusSchema, reads: [] }),
  /** A new token for HTTP, shown this once, and the address that it belongs to; the one before it ends. */
  'mcp.newToken': call({
    input: EmptySchema,
    output: z.object({ token: z.string(), address: z.string() }),
    reads: [],
  }),
  /** The last 20,000 requests to this desk, the newest first; not what they asked or were answered. */
  'mcp.requests': call({
    input: z.object(pageInput),
    output: pageOf(McpRequestSchema),
    reads: ['assistantRequests', 'brands'],
  }),
  /** What `desk mcp` asks for an assistant: a tool by its name. It answers with a text, also where it refuses. */
  'mcp.call': call({
    input: z.object({
      tool: z.string().min(1).max(64),
      args: z.record(z.string(), z.unknown()).default({}),
      client: z.string().max(1000).nullable().default(null),
    }),
    output: z.object({ text: z.string(), isError: z.boolean() }),
    reads: [],
  }),
}
