// Where a key may be sent: over TLS, or to this machine.
import { DeskError } from '../../src-shared/desk/errors.ts'

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Scheme, host and port of an address; null where it is not a URL. */
export const originOf = (baseUrl: string): string | null => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : null)

const refused = (message: string) => new DeskError('invalid', message, { issues: [{ path: 'baseUrl', message }] })

/** Throws `invalid`, field `baseUrl`, where a key must not be sent: no address, plain http to another machine, a user in it. */
export const assertSafeBaseUrl = (baseUrl: string): void => {
  if (baseUrl === '')
    throw refused('There is no service address yet. Set the service address first (Settings → Service).')
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null) throw refused('The service address is not a URL. Correct it in Settings → Service.')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw refused(
      'The service address must not contain a user, password, query or fragment. Correct it in Settings → Service.',
    )
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  if (!isSafe) throw refused('Plain http would send keys unencrypted. Use an https address, or one on this machine.')
}
