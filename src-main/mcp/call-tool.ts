// One request of an assistant: the tool by its name, its arguments checked, its brands among those that are allowed.
import type { Brand } from '../../src-shared/desk/brands.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { McpSettings } from '../../src-shared/desk/mcp.ts'
import { QUERY_LIMITS } from '../../src-shared/desk/values/query-limits.ts'
import { QUERY_VIEWS } from '../../src-shared/desk/values/query-views.ts'
import { scrub } from '../base/scrub.ts'
import { asDeskError } from '../desk.ts'
import type { ViewsAsk } from '../query/ask-views.ts'
import { answerOf, BYTES } from './rules/answer.ts'
import { DESCRIBE_VIEWS, MCP_TOOLS, type McpTool, QUERY, type ToolQuery } from './tools.ts'

/** More than fit into the largest answer. */
const ROWS_MAX = QUERY_LIMITS.rowsMax
const TIMEOUT_MS = 20_000

/** Brands whose rows could be in the answer; `isAll`: none was named. */
type Read = { readonly brandIds: string[]; readonly isAll: boolean; readonly returned: number }
export type ToolAnswer = Read & { readonly text: string; readonly isError: boolean }

const NOTHING: Read = { brandIds: [], isAll: false, returned: 0 }

export type CallToolDeps = {
  readonly settings: () => McpSettings
  readonly brands: () => readonly Brand[]
  readonly askViews: ViewsAsk
}

/** What every tool's arguments may have, once they were parsed. */
type Args = {
  readonly brands?: readonly string[]
  readonly brand?: string
  readonly offset: number
  readonly maxBytes: number
}

class Refusal extends Error {}

const DESCRIPTION = JSON.stringify(
  QUERY_VIEWS.map(({ name, about, columns }) => ({
    view: name,
    about,
    columns: Object.fromEntries(columns.map((column) => [column.name, `${column.type}. ${column.about}`])),
  })),
)

const NONE_ALLOWED =
  'No brand may be read yet. A person chooses brands in Agency Desk: Settings → Assistants on this machine.'

/** A brand that is not allowed and one that does not exist are refused in the same words. */
const resolve = (allowed: readonly Brand[], wanted: string): Brand => {
  const folded = wanted.toLowerCase()
  const found =
    allowed.find(({ id, slug }) => id === wanted || slug === folded) ??
    allowed.find(({ name }) => name.toLowerCase() === folded)
  if (found === undefined)
    throw new Refusal(`There is no brand “${wanted.slice(0, 80)}” here. list_brands names those that may be read.`)
  return found
}

const parse = (tool: McpTool, given: unknown): Args => {
  const parsed = tool.input.safeParse(given)
  if (parsed.success) return parsed.data as Args // of each tool's own shape
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new Refusal(
    `The arguments were not accepted${path === '' ? '' : ` (${path.slice(0, 80)})`}: ${issue?.message ?? 'not valid'}`,
  )
}

const refusalText = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  const { message, kind } = asDeskError(error)
  return kind === 'service' && !(error instanceof DeskError) ? 'The desk failed with an internal error.' : message
}

export const createCallTool = ({ settings, brands, askViews }: CallToolDeps) => {
  const answer = async (tool: McpTool, given: unknown): Promise<Read & { readonly text: string }> => {
    const { hasAddresses, isSqlAllowed, brandIds } = settings()
    const args = parse(tool, given)
    if (tool.name === DESCRIBE_VIEWS) return { ...NOTHING, text: DESCRIPTION }
    if (tool.name === QUERY && !isSqlAllowed)
      throw new Refusal(
        'SQL is switched off in Agency Desk: Settings → Assistants on this machine. Use the other tools.',
      )
    const allowed = brands().filter(({ id }) => brandIds.includes(id))
    if (allowed.length === 0) throw new Refusal(NONE_ALLOWED)
    const wanted = args.brands ?? (args.brand === undefined ? undefined : [args.brand])
    const scope = wanted?.map((name) => resolve(allowed, name)) ?? allowed
    const ids = [...new Set(scope.map(({ id }) => id))].toSorted()
    const { sql, params = {} } = (tool.query as (args: Args) => ToolQuery)(args) // parsed by this tool's own schema
    const { offset, maxBytes } = args
    const { columns, rows, total, freshAsOf } = await askViews({
      sql,
      params,
      brandIds: ids,
      hasAddresses,
      offset,
      limit: ROWS_MAX,
      bytesMax: 2 * BYTES.max,
      timeoutMs: TIMEOUT_MS,
    })
    const fitting = answerOf({ columns, rows, offset, total, freshAsOf }, maxBytes)
    if (fitting === null)
      throw new Refusal('The names of the columns alone are longer than maxBytes. Read fewer columns.')
    return { ...fitting, brandIds: ids, isAll: wanted === undefined }
  }

  /** Never rejects: a refusal is an answer too, never longer than the smallest one. */
  return async (name: string, given: unknown): Promise<ToolAnswer> => {
    try {
      const tool = MCP_TOOLS.find((one) => one.name === name)
      if (tool === undefined) throw new Refusal('There is no such tool.')
      return { ...(await answer(tool, given)), isError: false }
    } catch (error) {
      return { ...NOTHING, text: scrub(refusalText(error)).slice(0, BYTES.min / 4), isError: true }
    }
  }
}
