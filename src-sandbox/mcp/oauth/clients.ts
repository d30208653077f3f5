// Dynamic client registration (RFC 7591). Clients are public: they prove themselves by PKCE, not by a secret.
import { z } from 'zod'
import { newToken } from './grants.ts'
import { OAuthRefusal } from './http.ts'

export type Client = { readonly id: string; readonly name: string; readonly redirectUris: readonly string[] }

const CLIENTS_MAX = 1000
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
/** Schemes that a browser runs itself, or that open no application. */
const REFUSED_SCHEMES: ReadonlySet<string> = new Set(
  ['http', 'javascript', 'data', 'vbscript', 'file', 'about', 'blob', 'ws', 'wss', 'ftp', 'mailto', 'view-source'].map(
    (name) => `${name}:`,
  ),
)

/** What a host may be made of: all else (`;`, `,`, quotes) would be read as more than a host in the page's policy. */
const HOST = /^[\w.:[\]-]*$/

/** https, this machine, or an application's own scheme; a fragment would be lost. */
const isGoodRedirect = (uri: string): boolean => {
  if (!URL.canParse(uri) || uri.includes('#')) return false
  const { protocol, host, hostname, username, password } = new URL(uri)
  if (username !== '' || password !== '' || !HOST.test(host)) return false
  if (protocol === 'https:') return true
  return protocol === 'http:' ? LOOPBACK.has(hostname) : !REFUSED_SCHEMES.has(protocol)
}

const RegistrationSchema = z.looseObject({
  redirect_uris: z.array(z.string().max(2000).refine(isGoodRedirect)).min(1).max(10),
  client_name: z.string().max(200).optional(),
  grant_types: z.array(z.string()).max(10).optional(),
  response_types: z.array(z.string()).max(10).optional(),
})

export const createClients = (now: () => number) => {
  const clients = new Map<string, Client>()
  return {
    find: (id: string): Client | undefined => clients.get(id),
    /** The answer of the registration endpoint. Throws the refusals of RFC 7591. */
    register: (body: unknown) => {
      const parsed = RegistrationSchema.safeParse(body)
      if (!parsed.success) {
        const isRedirect = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris')
        throw isRedirect
          ? new OAuthRefusal('invalid_redirect_uri', 'redirect_uris: https, this machine or an own scheme, no fragment')
          : new OAuthRefusal('invalid_client_metadata', z.prettifyError(parsed.error))
      }
      const { redirect_uris: redirectUris, client_name: name = 'An assistant without a name' } = parsed.data
      const client: Client = { id: newToken('client'), name, redirectUris }
      clients.set(client.id, client)
      for (const oldest of clients.keys()) if (clients.size > CLIENTS_MAX) clients.delete(oldest)
      return {
        client_id: client.id,
        client_id_issued_at: Math.floor(now() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
    },
  }
}
export type Clients = ReturnType<typeof createClients>
