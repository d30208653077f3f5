// Assistants on this machine: settings, the HTTP server while it is switched on, and the trail of requests.
import { Mutex } from 'async-mutex'
import { z } from 'zod'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { McpRequest, McpSettings, McpStatus } from '../../src-shared/desk/mcp.ts'
import { given } from '../base/given.ts'
import { scrub } from '../base/scrub.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { ViewsAsk } from '../query/ask-views.ts'
import type { RoomParts } from '../room.ts'
import type { Store } from '../store/store.ts'
import { createCallTool } from './call-tool.ts'
import type { McpHttp } from './http-server.ts'
import { plain } from './rules/answer.ts'

// What assistants may read, as a person set it. Kept on this desk alone: colleagues choose for their own machines.

const StoredSchema = z.object({
  brandIds: z.array(z.string()),
  hasAddresses: z.boolean(),
  isSqlAllowed: z.boolean(),
  isHttpOn: z.boolean(),
})

/** Nothing is open until somebody opens it. */
const CLOSED: McpSettings = { brandIds: [], hasAddresses: false, isSqlAllowed: true, isHttpOn: false }

const createMcpSettings = async (store: Store) => {
  const parsed = StoredSchema.safeParse(await store.read('mcp.settings', {}))
  let current: McpSettings = parsed.success ? parsed.data : CLOSED
  const mutex = new Mutex()
  return {
    get: (): McpSettings => current,
    set: (patch: { readonly [Field in keyof McpSettings]?: McpSettings[Field] | undefined }): Promise<void> =>
      mutex.runExclusive(async () => {
        const next = { ...current, ...given(patch) }
        await store.write('mcp.saveSettings', next)
        current = next
      }),
  }
}

export type McpDeps = RoomParts & {
  readonly brands: Pick<BrandBook, 'list' | 'get'>
  readonly askViews: ViewsAsk
  readonly version: string
}

/** Characters of an assistant's name that are kept. */
const CLIENT_MAX = 60

type Asked = { readonly tool: string; readonly args: unknown; readonly client: string | null }

const whyNot = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown' // errors of node:net carry one
  return `No port could be opened for assistants (${code}). Switch HTTP off and on again, or connect by command.`
}

const whyNoToken = (isHttpOn: boolean): string =>
  isHttpOn
    ? 'Assistants are answered by HTTP only while Agency Desk runs. Start it, then make a token.'
    : 'HTTP on this machine is off. Switch it on in Settings → Assistants on this machine, then make a token.'

export const createMcp = async ({ store, clock, emit, log, brands, askViews, version }: McpDeps) => {
  const settings = await createMcpSettings(store)
  const callTool = createCallTool({ settings: settings.get, brands: brands.list, askViews })
  const mutex = new Mutex()
  let server: McpHttp | undefined
  let error: string | null = null
  const changed = () => emit('changed', { brandIds: 'all', datasets: ['assistants'] })

  /** Nothing is answered before it is noted who read it. */
  const run = async (asked: Asked, via: McpRequest['via']) => {
    const startedAtMs = clock.monotonicMs()
    const { text, isError: isRefused, ...read } = await callTool(asked.tool, asked.args)
    const tookMs = Math.round(clock.monotonicMs() - startedAtMs)
    const bytes = Buffer.byteLength(text)
    const tool = asked.tool.replaceAll(/[^a-z_]/g, '').slice(0, 40)
    const client = asked.client === null ? null : plain(scrub(asked.client), CLIENT_MAX)
    await store.write('mcp.saveRequest', { atMs: clock.now(), client, tool, via, ...read, bytes, tookMs, isRefused })
    log.info({ tool, via, bytes, tookMs, isRefused }, 'assistant')
    emit('changed', { brandIds: 'all', datasets: ['assistantRequests'] })
    return { text, isError: isRefused }
  }

  const stop = async (): Promise<void> => {
    await server?.close()
    server = undefined
  }
  /** The server as the settings want it; where it cannot listen, `status` shows why, and nothing is thrown. */
  const follow = (): Promise<void> =>
    mutex.runExclusive(async () => {
      await stop()
      error = null
      if (!settings.get().isHttpOn) return
      try {
        const { startMcpHttp } = await import('./http-server.ts')
        const options = () => ({
          version,
          isSqlAllowed: settings.get().isSqlAllowed,
          run: (tool: string, args: unknown, client: string | null) => run({ tool, args, client }, 'http'),
        })
        server = await startMcpHttp({ server: options })
      } catch (caught) {
        error = whyNot(caught)
        log.warn({ err: caught }, 'assistants cannot connect by HTTP')
      }
    })

  const status = (): McpStatus => {
    const { brandIds, ...rest } = settings.get()
    const here = new Set(brands.list().map(({ id }) => id))
    return {
      ...rest,
      brandIds: brandIds.filter((id) => here.has(id)),
      http: {
        isListening: server !== undefined,
        address: server?.address ?? null,
        error,
        hasToken: server?.hasToken() ?? false,
      },
    }
  }

  const handlers: Pick<Handlers, `mcp.${string}` & keyof Handlers> = {
    'mcp.status': status,
    'mcp.configure': async (patch) => {
      for (const id of patch.brandIds ?? []) brands.get(id)
      const before = settings.get()
      await settings.set(patch)
      if (settings.get().isHttpOn !== before.isHttpOn) await follow()
      changed()
      return status()
    },
    'mcp.newToken': () =>
      mutex.runExclusive(() => {
        if (server === undefined) throw new DeskError('conflict', error ?? whyNoToken(settings.get().isHttpOn))
        const token = server.newToken()
        changed()
        return { token, address: server.address }
      }),
    'mcp.requests': (input) => store.read('mcp.requests', input),
    'mcp.call': (asked) => run(asked, 'command'),
  }
  return { handlers, start: follow, close: (): Promise<void> => mutex.runExclusive(stop) }
}
