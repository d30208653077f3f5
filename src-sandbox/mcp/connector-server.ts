// The tools of one signed-in person. Every tool of the catalog is listed; whether it may be used is asked for the brand
// at each call, so that a switch works on the very next request.
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { OperationName } from '../../src-shared/service/operations.ts'
import { CONNECTOR_TOOLS, type ConnectorTool } from '../seed/connector-tools.ts'
import { ServiceError } from '../service-error.ts'
import type { BrandState } from '../state/brand-state.ts'
import type { Tool, ToolArguments, ToolDeps } from './tool.ts'
import { LIST_TEAMS, TOOLS } from './tools.ts'
import type { SandboxUser } from './users.ts'

export type Session = {
  readonly user: SandboxUser
  /** Gets the brand and operation of each call, for the request log. */
  readonly onCall: (call: { teamId: string; operation?: OperationName }) => void
  readonly cut: () => void
}

const TeamSchema = z.object({ teamId: z.string().min(1).describe('A brand of list_teams.') })

const answer = (value: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value as Record<string, unknown>, // replies are objects
})

const refusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

const switchedOff = ({ label, name }: ConnectorTool, brand: BrandState): CallToolResult =>
  refusal(
    `The tool "${label}" (${name}) is switched off for ${brand.name}. An admin or owner of the brand can switch it on in the connector settings.`,
  )

const asRefusal = (error: unknown): CallToolResult => {
  if (!(error instanceof ServiceError)) throw error
  const { retryAfterSeconds } = error.extra
  const wait = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} seconds.`
  return refusal(`${error.status}: ${error.message}.${wait}`)
}

export const createConnectorServer = (deps: ToolDeps, { user, onCall, cut }: Session): McpServer => {
  const server = new McpServer({ name: 'sandbox-connector', version: '1.0.0' })
  const isAllowed = (brand: BrandState, tool: ConnectorTool): boolean =>
    deps.connectors.permissionOf(brand, tool.name) === 'allow'

  const listTeams = (tool: ConnectorTool): CallToolResult => {
    const [first] = user.brands
    const teams = user.brands.filter((brand) => isAllowed(brand, tool))
    if (first !== undefined && teams.length === 0) return switchedOff(tool, first)
    return answer({ teams: teams.map(({ teamId, name }) => ({ teamId, name })) })
  }

  const callTool = async (tool: ConnectorTool, { run }: Tool, args: ToolArguments): Promise<CallToolResult> => {
    const brand = user.brands.find(({ teamId }) => teamId === args.teamId)
    if (brand === undefined) return refusal(`403: ${user.name} has no access to this brand. Choose one of list_teams.`)
    onCall({ teamId: brand.teamId })
    if (!isAllowed(brand, tool)) return switchedOff(tool, brand)
    const onOperation = (operation: OperationName) => onCall({ teamId: brand.teamId, operation })
    try {
      return answer(await run(args, { brand, deps, onOperation, cut }))
    } catch (error) {
      return asRefusal(error)
    }
  }

  for (const tool of CONNECTOR_TOOLS) {
    const { name, label: title, description, group } = tool
    const config = { title, description, annotations: { title, readOnlyHint: group === 'read' } }
    const behind = TOOLS[name]
    if (name === LIST_TEAMS) server.registerTool(name, { ...config, inputSchema: z.object({}) }, () => listTeams(tool))
    else if (behind === undefined) throw new Error(`there is nothing behind the tool ${name}`)
    else {
      const inputSchema = TeamSchema.extend(behind.input.shape)
      server.registerTool(name, { ...config, inputSchema }, (args) => callTool(tool, behind, args))
    }
  }
  return server
}
