// The desk's connections to other computers. undici is Node's own HTTP client as a package; it is loaded with the first
// request, so that the start does not wait for it.
import type { Dispatcher } from 'undici'

export type GetDispatcher = () => Promise<Pick<Dispatcher, 'dispatch'>>

/** Silence and deadlines are watched by who asks. HTTP/1.1 alone: an aborted request closes its connection and no other's. */
const open = async (): ReturnType<GetDispatcher> => {
  const { Agent, EnvHttpProxyAgent } = await import('undici')
  const options = { headersTimeout: 0, bodyTimeout: 0, allowH2: false }
  // As Node's own `fetch` reads it.
  return process.env.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent(options) : new Agent(options)
}

let opened: ReturnType<GetDispatcher> | null = null

/** The one of this process. Connections that are idle for some seconds close, and keep no process alive. */
export const getDispatcher: GetDispatcher = () => {
  opened ??= open()
  return opened
}
