// The tools as the protocol shows them. Who runs them is passed in: the desk itself (HTTP), or a desk in another process.
import { McpServer } from '@modelcontextprotocol/server'
import { MCP_TOOLS, QUERY } from './tools.ts'

export type McpServerOptions = {
  readonly version: string
  readonly isSqlAllowed: boolean
  /** Names an assistant that says its name in another request only: HTTP has no sessions here. */
  readonly agent?: string | null
  readonly run: (
    tool: string,
    args: Record<string, unknown>,
    /** The assistant, as it calls itself; null: it did not say. */
    client: string | null,
  ) => Promise<{ readonly text: string; readonly isError: boolean }>
}

const INSTRUCTIONS =
  'Search data of an agency’s brands, read-only, from the cache of Agency Desk. Begin with list_brands. Every answer says total, returned, truncated and freshAsOf: where it is truncated, filter or continue with offset. Positions are better when lower; null is not ranking.'

export const createMcpServer = ({ version, isSqlAllowed, agent = null, run }: McpServerOptions): McpServer => {
  const server = new McpServer({ name: 'agency-desk', title: 'Agency Desk', version }, { instructions: INSTRUCTIONS })
  for (const { name, title, description, input } of MCP_TOOLS) {
    if (name === QUERY && !isSqlAllowed) continue
    const annotations = {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    }
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (args) => {
      const client = server.server.getClientVersion()?.name ?? agent
      const { text, isError } = await run(name, args, client)
      return { content: [{ type: 'text', text }], isError }
    })
  }
  return server
}
