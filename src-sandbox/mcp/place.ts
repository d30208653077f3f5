import { OPERATION_NAMES } from '../../src-shared/service/operations.ts'
import { placeOf, type ServiceProfile } from '../../src-shared/service/profile.ts'

const DEFAULT_PATH = '/mcp'

/** Where the connector server is: at the path of the profile's `mcpUrl`, where nothing else is. */
export const mcpPathOf = (profile: ServiceProfile): string => {
  if (profile.mcpUrl === undefined) return DEFAULT_PATH
  const path = new URL(profile.mcpUrl).pathname.replace(/\/+$/, '')
  const isTaken = OPERATION_NAMES.some((name) => placeOf(profile, name).path === path)
  const isSensible = /^(\/[\w.~-]+)+$/.test(path) && !/^\/(oauth|\.well-known|__sandbox)(\/|$)/.test(path)
  return isSensible && !isTaken ? path : DEFAULT_PATH
}

/** Addresses of the connector server and of its authorization server, all on the sandbox's own. */
export const mcpPlaces = (baseUrl: string, mcpPath: string) => ({
  /** The issuer, and what Host and Origin must say. */
  issuer: baseUrl,
  /** The resource that tokens are for. */
  resource: `${baseUrl}${mcpPath}`,
  resourceMetadata: `${baseUrl}/.well-known/oauth-protected-resource${mcpPath}`,
})
export type McpPlaces = ReturnType<typeof mcpPlaces>

export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const
