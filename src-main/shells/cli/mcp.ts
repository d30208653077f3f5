// The protocol for assistants on stdin and stdout. It may run for days beside a desk that is started and ended meanwhile:
// each request goes to the desk that runs then, or opens the files itself and closes them again.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { callDesk, type Desk } from '../../desk.ts'
import { createMcpServer, type McpServerOptions } from '../../mcp/server.ts'
import type { Terminal } from './command.ts'

export type McpCommandOptions = {
  readonly version: string
  /** Does the work with the desk of the data folder. */
  readonly withDesk: <Result>(work: (desk: Pick<Desk, 'call'>) => Promise<Result>) => Promise<Result>
  readonly terminal: Pick<Terminal, 'signal'>
}

const refused = (error: unknown) => ({
  text: error instanceof DeskError ? error.message : 'Agency Desk could not be reached.',
  isError: true,
})

/** Until the assistant closes its end, or Ctrl-C. */
export const mcpCommand = async ({ version, withDesk, terminal }: McpCommandOptions): Promise<number> => {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  /** One request at a time: two of them must not both open the files. */
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = queue.then(work)
    queue = next.catch(() => undefined)
    return next
  }
  const { isSqlAllowed } = await withDesk((desk) => callDesk(desk, 'mcp.status', {}))
  const run: McpServerOptions['run'] = (tool, args, client) =>
    inTurn(() => withDesk((desk) => callDesk(desk, 'mcp.call', { tool, args, client }))).catch(refused)
  const ended = Promise.withResolvers<void>()
  terminal.signal.addEventListener('abort', () => ended.resolve(), { once: true })
  process.stdin.once('end', () => ended.resolve())
  process.stdin.once('close', () => ended.resolve())
  const served = serveStdio(() => createMcpServer({ version, isSqlAllowed, run }), {
    transport: new StdioServerTransport(),
  })
  await ended.promise
  await queue
  await served.close()
  return 0
}
