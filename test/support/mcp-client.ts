// An assistant: the real client over real HTTP, signed in by the real flow. Its browser is a fetch of the page's form.
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

export const REDIRECT = 'http://127.0.0.1:9/callback'

export const createProvider = (redirectUrl = REDIRECT, name = 'Test assistant') => {
  const kept: {
    client?: StoredOAuthClientInformation
    tokens?: StoredOAuthTokens
    verifier?: string
    url?: URL
    server?: OAuthDiscoveryState
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-1',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.url = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    discoveryState: () => kept.server,
    saveDiscoveryState: (server) => {
      kept.server = server
    },
  }
  return { provider, kept }
}

/** Opens the sign-in page and answers its form. The reply of the form, not followed. */
export const signInByForm = async (
  url: URL,
  {
    user = 'owner',
    decision = 'allow',
    headers = {},
  }: { user?: string; decision?: string; headers?: Record<string, string> } = {},
): Promise<Response> => {
  const page = await fetch(url, { redirect: 'manual' })
  const html = await page.text()
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  return fetch(new URL('/oauth/authorize', url), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: url.origin, ...headers },
    body: new URLSearchParams({ request, user, decision }),
  })
}

/** Where the form sent the browser: the parameters that the assistant is given. */
export const callbackOf = (reply: Response): URLSearchParams =>
  new URL(reply.headers.get('location') ?? '').searchParams

/** A row of a listing, with the fields that tests read. */
type ToolRow = {
  readonly id: string
  readonly email: string | null
  readonly conversationId: string
  readonly prospectEmailId: string
  readonly sentAt: string | null
}
/** What tests read of the tools' answers; a refusal has none of it. */
type ToolValue = {
  readonly teams: readonly { readonly teamId: string }[]
  readonly items: readonly ToolRow[]
  readonly queuedConversationIds: readonly string[]
  readonly seoAudit: { readonly totalTests: number }
}
type ToolAnswer = { readonly isError: boolean; readonly text: string; readonly value: ToolValue }

/** Signs in and connects. */
export const connectAssistant = async (mcpUrl: string, user = 'owner') => {
  const { provider, kept } = createProvider()
  const url = new URL(mcpUrl)
  const first = new Client({ name: 'test-assistant', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(url, { authProvider: provider })
  const refused = await first.connect(transport).catch((error: unknown) => error)
  if (!(refused instanceof UnauthorizedError) || kept.url === undefined)
    throw refused ?? new Error('no sign-in page was opened')
  await transport.finishAuth(callbackOf(await signInByForm(kept.url, { user })))
  const client = new Client({ name: 'test-assistant', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }))
  onTestFinished(() => client.close())
  /** The text of a tool's answer, and whether it was a refusal. */
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> => {
    const result = await client.callTool({ name, arguments: args })
    const [part] = result.content
    return {
      isError: result.isError ?? false,
      text: part?.type === 'text' ? part.text : '',
      value: result.structuredContent as ToolValue, // what is read of it is what the test expects there
    }
  }
  return { client, kept, provider, call }
}
