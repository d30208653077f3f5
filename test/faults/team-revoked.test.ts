// A person is removed, or a brand is taken from them, while their desk is at work: nothing that begins afterwards is done, the
// database shows them nothing of it, and no file of their desk holds it once the desk was connected again.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'
import { describePostgres } from '../support/postgres.ts'
import { createPostgres } from '../support/postgres-server.ts'
import { brandRow, markRow, write } from '../support/team-database.ts'
import { tempHome } from '../support/temp-home.ts'

const PASSWORD = 'a-password'
const ROUNDS = 10
/** The round in which the desk is killed. */
const KILLED = 2
const CANARY = 'canary-of-bolt'

type Login = { readonly user: string; readonly password: string }

/** A server with a team that was set up by a desk, and that desk. */
const setUp = async (programs: Parameters<typeof createPostgres>[0]) => {
  const server = await createPostgres(programs, { isDurable: false })
  onTestFinished(server.remove)
  await server.start()
  const { host, port } = server.address
  const connect = async (login: Login, database = 'team') => {
    const client = new pg.Client({ host, port, database, ...login })
    client.setTypeParser(pg.types.builtins.INT8, Number)
    client.on('error', () => undefined)
    onTestFinished(() => client.end().catch(() => undefined))
    await client.connect()
    return client
  }
  const owner = await connect(server.address, 'postgres')
  await owner.query(`CREATE ROLE ada LOGIN CREATEROLE PASSWORD '${PASSWORD}'`)
  await owner.query('CREATE DATABASE team OWNER ada')
  const addressOf = (login: string, password = '') =>
    `postgres://${login}${password === '' ? '' : `:${password}`}@${host}:${port}/team`
  const start = async (home: string, env = {}): Promise<DeskProcess> => {
    const desk = await startDeskProcess({ home, env })
    onTestFinished(async () => void (await desk.stop('SIGKILL')))
    return desk
  }
  const ada = await start(tempHome().home)
  await ada.value('team.init', { url: addressOf('ada'), password: PASSWORD, name: 'Ada', sessionOnly: true })
  const rows = ['acme', 'bolt'].map((id) => brandRow(id, { name: `${id} ${id === 'bolt' ? CANARY : ''}` }))
  const database = await connect(server.address)
  await write(database, {
    brand: { rows },
    prospect_mark: { rows: [markRow('bolt', 'p', CANARY), markRow('acme', 'p', 'seen')] },
  })
  const add = async (login: string) => {
    const person = { login, name: login, role: 'sender', brandIds: 'all', password: PASSWORD } as const
    await ada.value('team.addPerson', person)
    const { home } = tempHome()
    const desk = await start(home)
    await desk.value('team.join', { url: addressOf(login), password: PASSWORD, sessionOnly: true })
    const session = await connect({ user: login, password: PASSWORD })
    return { home, desk, session }
  }
  return { ada, database, add, start, addressOf }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The files of a desk that hold these bytes. */
const holding = (home: string, text: string): string[] =>
  filesIn(home).filter((file) => readFileSync(file).includes(text))

const brandsOf = async (desk: DeskProcess): Promise<string[]> =>
  (await desk.value('team.checkMirror', {})).tables
    .filter(({ table }) => table === 'brand')
    .map(({ rows }) => `${rows}`)

describePostgres('a desk of a team', (programs) => {
  test('a brand that is taken mid-session is gone for its person by the next call', { timeout: 600_000 }, async () => {
    const { ada, add, start, addressOf } = await setUp(programs)
    const gus = await add('gus')
    expect(holding(gus.home, CANARY)).not.toEqual([])
    const mark = (brandId: string, note: string) =>
      gus.desk.call('prospects.mark', { brandId, prospectIds: ['p'], addTags: [], removeTags: [], note })
    for (let round = 0; round < ROUNDS; round += 1) {
      await ada.value('team.setBrands', { login: 'gus', brandIds: ['acme'] })
      expect((await mark('bolt', `late ${round}`)).ok).toBe(false)
      for (const table of ['brand', 'prospect_mark', 'change']) {
        const column = table === 'brand' ? 'id' : 'brand_id'
        const { rowCount } = await gus.session.query(`SELECT FROM agency_desk.${table} WHERE ${column} = 'bolt'`)
        expect([table, rowCount]).toEqual([table, 0])
      }
      await expect.poll(() => brandsOf(gus.desk)).toEqual(['1'])
      await ada.value('team.setBrands', { login: 'gus', brandIds: 'all' })
      await expect.poll(() => brandsOf(gus.desk)).toEqual(['2'])
    }
    // Taken while the desk is closed: it goes as the desk connects again, from every file.
    await gus.desk.stop()
    await ada.value('team.setBrands', { login: 'gus', brandIds: ['acme'] })
    const again = await start(gus.home, { AGENCY_DESK_TEAM: addressOf('gus', PASSWORD) })
    await expect.poll(() => brandsOf(again)).toEqual(['1'])
    await again.stop()
    expect(holding(gus.home, CANARY)).toEqual([])
  })

  test('a person who is removed mid-session stores nothing any more', { timeout: 600_000 }, async () => {
    const { ada, database, add, start, addressOf } = await setUp(programs)
    for (let round = 0; round < 3; round += 1) {
      const login = `gus_${round}`
      const gus = await add(login)
      const suppress = async (no: number) =>
        (await gus.desk.call('outreach.suppress', { entries: [{ value: `${login}-${no}.example` }] })).ok
      let stored = 0
      let isRemoved = false
      let late = 0
      const work = (async () => {
        for (let no = 0, after = 0; after < 3; no += 1) {
          const isLate = isRemoved
          if (isLate) after += 1
          if (await suppress(no)) stored += 1
          else continue
          if (isLate) late += 1
        }
      })()
      await expect.poll(() => stored).toBeGreaterThan(2)
      expect(await ada.value('team.removePerson', { login })).toEqual({ leftToDo: [] })
      isRemoved = true
      await work
      const { rows } = await database.query(
        'SELECT count(*)::int AS n FROM agency_desk.suppression WHERE made_by = $1',
        [login],
      )
      expect([late, rows[0]?.n]).toEqual([0, stored])
      await expect(gus.session.query('SELECT 1')).rejects.toThrow()
      await expect.poll(async () => (await gus.desk.value('team.status', {})).team?.connection).toBe('refused')
      // The answer comes before the rows go: a desk that is killed in between deletes them when it is started again.
      if (round === KILLED) await gus.desk.stop('SIGKILL')
      const last = round === KILLED ? await start(gus.home, { AGENCY_DESK_TEAM: addressOf(login, PASSWORD) }) : gus.desk
      // Once none is shown their files are rewritten, which the end of the desk waits for.
      await expect.poll(async () => (await last.value('brands.list', {})).brands).toEqual([])
      expect(await last.stop()).toBe(0)
      expect(holding(gus.home, CANARY)).toEqual([])
      process.stdout.write(`${programs.version}: ${stored} stored before the removal, ${late} after\n`)
    }
  })
})
