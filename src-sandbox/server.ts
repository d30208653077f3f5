// The sandbox: our own local implementation of the service, for the demo and for tests. It listens on 127.0.0.1 only.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, parse } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import {
  DEFAULT_PROFILE,
  mergeProfile,
  type ServiceProfilePatch,
  ServiceProfilePatchSchema,
} from '../src-shared/service/profile.ts'
import { createApp } from './app.ts'
import { CONTROL_PATH } from './create-control.ts'
import { createFaultBook } from './faults.ts'
import { mcpPathOf } from './mcp/place.ts'
import { parseSearchConsole, searchConsoleBrand } from './seed/search-console.ts'
import { createAiModels } from './state/ai-models.ts'
import { type BrandState, seededBrandState } from './state/brand-state.ts'
import { createSandboxClock } from './state/clock.ts'
import { createCms } from './state/cms.ts'
import { createConnectors } from './state/connectors.ts'
import { createLifts } from './state/lifts.ts'
import { createLimiter } from './state/limiter.ts'
import { createOutreach } from './state/outreach.ts'
import { createRequestLog } from './state/request-log.ts'

export type SandboxOptions = {
  /** 0 (default): any free port. */
  readonly port?: number
  /** Seeded brands: 12 by default, none with Search Console files. */
  readonly brands?: number
  /** Keywords per seeded brand, 300 by default. */
  readonly keywords?: number
  /** Keywords per brand for which two pages compete; none by default. */
  readonly conflicts?: number
  /** Days of rankings up to today, 90 by default. */
  readonly days?: number
  readonly seed?: number
  /** Sites per brand; 36 to 65 by default. */
  readonly prospects?: number
  /** People per brand: about one in seven has no address, and enough sites are made for them. */
  readonly contacts?: number
  /** AI credits per brand, 10,000 by default. */
  readonly credits?: number
  /** Brands start without a discovery, so without prospects. */
  readonly fresh?: boolean
  /** Number of organisations that share the brands in turn; 1 by default. No reply shows them. */
  readonly organizations?: number
  /** Any part of a service profile, in the same form as the desk's. */
  readonly profile?: ServiceProfilePatch
  /** Paths of Search Console "Queries" exports, each served as one brand. */
  readonly searchConsoleFiles?: readonly string[]
  /** Rows per page of a listing; absent: no pages. */
  readonly pageSize?: number
  /** Milliseconds since 1970; `POST /__sandbox/clock` moves what it says. */
  readonly now?: () => number
}

export const SANDBOX_DEFAULTS = {
  port: 0,
  brands: 12,
  keywords: 300,
  days: 90,
  seed: 1,
  credits: 10_000,
  organizations: 1,
} as const
const LOGGED_REQUESTS = 10_000

/** Rejects where the profile does not fit, a file cannot be read as an export, or the port is taken. */
export const startSandbox = async (options: SandboxOptions = {}) => {
  const profile = mergeProfile(DEFAULT_PROFILE, ServiceProfilePatchSchema.parse(options.profile ?? {}))
  const { brands, notices } = await loadBrands(options)
  const { prospects, contacts, credits, fresh = false, days, organizations } = { ...SANDBOX_DEFAULTS, ...options }
  const clock = createSandboxClock(options.now ?? Date.now)
  const cms = createCms(clock)
  const outreach = createOutreach({ prospects, contacts, credits, fresh }, brands, clock)
  let baseUrl = ''
  const app = createApp({
    profile,
    brands,
    clock,
    cms,
    outreach,
    connectors: createConnectors(brands, organizations),
    aiModels: createAiModels(),
    lifts: createLifts(),
    replies: [],
    baseUrl: () => baseUrl,
    limiter: createLimiter(profile),
    faults: createFaultBook(),
    log: createRequestLog(LOGGED_REQUESTS),
    historyDays: days,
    pageSize: options.pageSize ?? Number.POSITIVE_INFINITY,
  })
  // without an own `createServer` it is a plain node:http server
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  const port = await listen(server, options.port ?? SANDBOX_DEFAULTS.port)
  baseUrl = `http://127.0.0.1:${port}`
  return {
    baseUrl,
    controlUrl: `${baseUrl}${CONTROL_PATH}`,
    /** Where an assistant connects. */
    mcpUrl: `${baseUrl}${mcpPathOf(profile)}`,
    brands: brands.map(({ teamId, name, key }) => ({ teamId, name, key })),
    /** Sentences for the person: lines of an export that could not be read. */
    notices,
    close: async (): Promise<void> => {
      await app.close()
      await cms.close()
      await closeServer(server)
    },
  }
}
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

export class PortTakenError extends Error {
  constructor(port: number) {
    super(`port ${port} is taken; name another with --port, or leave it out for any free one`)
    this.name = 'PortTakenError'
  }
}

const listen = async (server: Server, wanted: number): Promise<number> => {
  server.listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? new PortTakenError(wanted) : error
  }
  return (server.address() as AddressInfo).port // it listens on a port, so the address is an object
}

const closeServer = async (server: Server): Promise<void> => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

const loadBrands = async (options: SandboxOptions) => {
  const { seed = SANDBOX_DEFAULTS.seed, keywords = SANDBOX_DEFAULTS.keywords, searchConsoleFiles = [] } = options
  const count = options.brands ?? (searchConsoleFiles.length > 0 ? 0 : SANDBOX_DEFAULTS.brands)
  const seeded = Array.from({ length: count }, (_, index) => seededBrandState(seed, index, keywords, options.conflicts))
  const brands: BrandState[] = []
  const notices: string[] = []
  for (const [index, file] of searchConsoleFiles.entries()) {
    const { rows, skipped } = await readExport(file)
    brands.push(searchConsoleBrand(seed, brandFileName(searchConsoleFiles, index), rows))
    notices.push(...skipped.map((reason) => `${file}: left out ${reason}`))
  }
  return { brands: [...brands, ...seeded], notices }
}

/** The name of a file, numbered where an earlier one has the same, so that their brands are two. */
const brandFileName = (files: readonly string[], index: number): string => {
  const name = basename(files[index] ?? '')
  const earlier = files.slice(0, index).filter((file) => basename(file) === name).length
  return earlier === 0 ? name : `${parse(name).name}-${earlier + 1}.csv`
}

const readExport = async (file: string) => {
  try {
    return parseSearchConsole(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
