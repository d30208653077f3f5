// Certificates for servers of tests, made by openssl: an authority of its own, and a server that it vouches for.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempHome } from './temp-home.ts'

export type Certificates = {
  /** The file of the authority. */
  readonly authority: string
  readonly key: string
  readonly certificate: string
}

/** For a server of that address, for one day. */
export const certificatesFor = (ip: string): Certificates => {
  const { home } = tempHome()
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: home, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=authority of a test')
  const name = ['-subj', `/CN=${ip}`, '-addext', `subjectAltName=IP:${ip}`]
  run(
    'req',
    '-x509',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    ...key,
    '-keyout',
    'server.key',
    '-out',
    'server.pem',
    ...name,
  )
  const text = (file: string) => readFileSync(join(home, file), 'utf8')
  return { authority: join(home, 'ca.pem'), key: text('server.key'), certificate: text('server.pem') }
}
