// Nothing secret is in PostgreSQL: a desk of a team uses a key, a webhook secret and a password, and none of them is in
// any table of the database (replies of the service are unpacked), in a dump of the server with its roles, in any file of
// the server (its log of changes and its own log among them), or in a file of the desk. A planted one is found by the same
// search.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../src-sandbox/server.ts'
import { DATASETS } from '../../src-shared/desk/sync.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { startEchoingService } from '../support/echoing-service.ts'
import { describePostgres } from '../support/postgres.ts'
import { type PostgresPrograms, programIn } from '../support/postgres-programs.ts'
import { formsOf, holdsSecret } from '../support/secret-forms.ts'
import { syncAll } from '../support/sync-all.ts'
import { column } from '../support/team-database.ts'
import { openTeamServer, untilTeam } from '../support/team-server.ts'
import { tempHome } from '../support/temp-home.ts'
import { bearer, post } from '../support/webhooks-desk.ts'

type Place = readonly [name: string, bytes: Buffer]

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const TABLES = `SELECT format('%I.%I', schemaname, tablename) FROM pg_tables ORDER BY 1`

/** Every row of every table of every schema, as text. */
const rowsOf = async (owner: pg.Client): Promise<Place[]> => {
  const places: Place[] = []
  for (const table of await column<string>(owner, TABLES)) {
    const rows = await column<string>(owner, `SELECT t::text FROM ${table} t`)
    places.push([table, Buffer.from(rows.join('\n'))])
  }
  return places
}

/** What the service answered, which desks store compressed. */
const repliesOf = async (owner: pg.Client): Promise<Place[]> => {
  const { rows } = await owner.query<{ dataset: string; body: Buffer }>('SELECT dataset, body FROM agency_desk.reply')
  return rows.map(({ dataset, body }) => [`reply of ${dataset}`, gunzipSync(body)])
}

/** All databases of the server, and its roles; the programs of npm have no pg_dumpall. */
const dumpOf = (programs: PostgresPrograms, { user, password, host, port }: Login): Place[] => {
  const program = programIn(programs, 'pg_dumpall')
  if (!existsSync(program)) return []
  const args = ['-h', host, '-p', `${port}`, '-U', user]
  const env = { PATH: process.env.PATH, PGPASSWORD: password }
  const { stdout, stderr, status } = spawnSync(program, args, { env, maxBuffer: 1e9 })
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  return [['pg_dumpall', stdout]]
}
type Login = { readonly user: string; readonly password: string; readonly host: string; readonly port: number }

const holding = (places: readonly Place[], secret: string): string[] =>
  places.filter(([, bytes]) => holdsSecret(bytes, secret)).map(([name]) => name)

describePostgres('a team', (programs) => {
  test('holds no key, no webhook secret and no password, in a row, a file or a log', { timeout: 180_000 }, async () => {
    const { server, team, urlOf, joinDesk } = await openTeamServer(programs)
    const sandbox = await startSandbox({ brands: 2, keywords: 30, days: 5 })
    const service = await startEchoingService(sandbox.baseUrl)
    onTestFinished(async () => {
      await service.close()
      await sandbox.close()
    })
    const { desk, home, login } = await joinDesk('Ann', 'admin')
    await untilTeam(desk, ({ connection }) => connection === 'connected')
    const [first, second] = sandbox.brands
    if (first === undefined || second === undefined) throw new Error('the sandbox has two brands')
    await desk.value('service.setProfile', { baseUrl: service.baseUrl })
    const { id: brandId } = await desk.value('brands.add', { name: first.name, key: first.key, sessionOnly: true })
    await desk.value('brands.replaceKey', { brandId, key: first.key, sessionOnly: true })
    await desk.value('brands.add', { name: second.name, key: second.key, sessionOnly: true })
    const { secret, url } = await desk.value('webhooks.rotateSecret', { brandId, sessionOnly: true })
    const article = { title: `a title ${secret}`, slug: `tea-${secret}`, parts: [Buffer.from(secret).toString('hex')] }
    const body = JSON.stringify({ event: 'article.published', article })
    expect(await post(url, { headers: bearer(secret), body })).toMatchObject({ status: 200 })
    await syncAll(desk)
    await desk.value('publishing.publish', {
      brandId,
      articleSlugs: ['autumn-guide'],
      provider: 'ghost',
      holdSeconds: 0,
    })
    const password = 'pw_of_walt_0123456789abcdef'
    const person = {
      login: `walt_${login.slice(-8)}`,
      name: 'Walt',
      role: 'writer',
      brandIds: 'all',
      password,
    } as const
    await desk.value('team.addPerson', person)
    const { home: homeOfWalt } = tempHome()
    const walt = await startDeskProcess({ home: homeOfWalt })
    onTestFinished(async () => void (await walt.stop('SIGKILL')))
    await walt.value('team.join', { url: urlOf(person.login), password, sessionOnly: true })
    await untilTeam(walt, ({ connection }) => connection === 'connected')
    await desk.value('desk.backup', {})
    await expect.poll(() => column(team.owner, 'SELECT slug FROM agency_desk.delivery')).toHaveLength(1)
    const shared = new Set(await column(team.owner, 'SELECT dataset FROM agency_desk.fetched'))
    expect(shared).toEqual(new Set(DATASETS))

    const places = async (): Promise<Place[]> => [
      ...(await rowsOf(team.owner)),
      ...(await repliesOf(team.owner)),
      ...dumpOf(programs, server.address),
      ['log of the server', Buffer.from(server.log())],
    ]
    const filesOf = (folder: string): Place[] => filesIn(folder).map((file) => [file, readFileSync(file)])
    const inRows = await places()
    expect(inRows.length).toBeGreaterThan(60)
    await desk.stop()
    await walt.stop()
    const ofDesks = [...filesOf(home), ...filesOf(homeOfWalt)]
    await server.stop('fast')
    const ofServer = filesOf(join(server.folder, 'data'))
    const all = [...inRows, ...ofDesks, ...ofServer]
    const secrets = [first.key, second.key, secret, password]
    const hits = secrets.flatMap((one) => holding(all, one))
    const bytes = all.reduce((total, [, { length }]) => total + length, 0)
    process.stdout.write(
      `PostgreSQL ${programs.version}: ${bytes} bytes of ${all.length} tables, replies, dumps and files searched for ${secrets.length} secrets in ${formsOf(secret).length} forms: ${hits.length} hits\n`,
    )
    expect(hits).toEqual([])

    await server.start()
    const planted = 'sk_planted_abcdef0123456789'
    const again = await team.connect()
    await again.query('UPDATE agency_desk.brand SET tags = $1 WHERE id = $2', [JSON.stringify([planted]), brandId])
    expect(holding(await rowsOf(again), planted)).toContain('agency_desk.brand')
    const reply = gzipSync(JSON.stringify({ planted }))
    await again.query("UPDATE agency_desk.reply SET body = $1 WHERE dataset = 'contacts'", [reply])
    expect(holding(await repliesOf(again), planted)).toContain('reply of contacts')
    await server.stop('fast')
    expect(holding(filesOf(join(server.folder, 'data')), planted)).not.toEqual([])
  })
})
