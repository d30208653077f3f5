// The life of a team by its commands: set up from a desk with rows, joined by a colleague, left again.
import { expect, test } from 'vitest'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { startOldPostgres } from '../support/fake-postgres.ts'
import { describePostgres, testDatabase } from '../support/postgres.ts'
import { openSandbox } from '../support/sandbox.ts'
import { accessOf } from '../support/team-access.ts'
import { one, teamDatabase } from '../support/team-database.ts'
import { untilTrue } from '../support/team-desk.ts'

const connected = (desk: TestDesk) =>
  untilTrue(desk, async () => (await desk.call('team.status', {})).team?.connection === 'connected')

const command = async (desk: TestDesk, line: string, stdin = '') => {
  const { code, stdout, stderr } = await runDeskCommand(desk, ['team', ...line.split(' ')], { stdin })
  return { code, text: stdout + stderr }
}

describePostgres('a team', (programs) => {
  test('is set up, joined and left by commands', async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    const { url, password } = accessOf(owner)
    const sandbox = await openSandbox()
    const ann = await openTestDesk()
    await ann.call('service.setProfile', { baseUrl: sandbox.baseUrl })
    await ann.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
    await ann.call('outreach.suppress', { entries: [{ value: 'editor@example.com' }] })

    const checked = await command(ann, `check ${url}`, password)
    expect(checked).toMatchObject({ code: 0, text: expect.stringContaining('It holds no team') })
    const init = await command(ann, `init ${url} --name Ann --desk-name office`, password)
    expect(init).toMatchObject({ code: 0, text: expect.stringMatching(/was set up with 3 rows[\s\S]*copy …/) })
    await connected(ann)
    expect((await command(ann, 'status')).text).toContain('desk 1 "office" of postgres')
    // A key stays on its desk; colleagues see that it is there.
    const [acme] = (await ann.call('brands.list', {})).brands
    await ann.call('brands.replaceKey', { brandId: acme?.id ?? '', key: sandbox.keyOf(0), sessionOnly: true })
    await untilTrue(ann, async () => ((await ann.call('team.status', {})).team?.desks[0]?.keysOf.length ?? 0) === 1)
    expect(await ann.call('team.checkMirror', {})).toMatchObject({ isSame: true })
    expect((await command(ann, `init ${url} --name Ann`, password)).text).toContain('in a team already')

    const login = `bob_${programs.version.replace('.', '_')}_${Date.now().toString(36)}`
    const added = await command(ann, `people add ${login} --name Bob --role sender --brands Acme`, 'word-of-bob')
    expect(added).toEqual({ code: 0, text: `${login} was added as sender.\n` })
    expect((await command(ann, 'people list')).text).toMatch(new RegExp(`${login}\\s+Bob\\s+sender\\s+1 brand\\b`))

    const bob = await openTestDesk()
    const asBob = url.replace('postgres@', `${login}@`)
    expect((await command(bob, `join ${asBob}`, 'wrong')).text).toContain('refused the login or its password')
    expect((await command(bob, `join ${asBob.replace('@', ':word-of-bob@')}`, 'x')).text).toContain(
      'Remove the password',
    )
    await bob.call('outreach.suppress', { entries: [{ value: 'own@example.com' }] })
    expect((await command(bob, `join ${asBob}`, 'word-of-bob')).text).toContain('has 1 rows of its own (suppression 1)')
    expect(await bob.call('team.status', {})).toEqual({ team: null })
    expect(await command(bob, `join ${asBob} --discard`, 'word-of-bob')).toMatchObject({ code: 0 })
    await connected(bob)
    expect((await bob.call('brands.list', {})).brands).toMatchObject([
      { name: 'Acme', keyIn: null, keyState: 'missing' },
    ])
    expect((await bob.call('outreach.suppressions', {})).rows.map(({ value }) => value)).toEqual(['editor@example.com'])
    expect((await bob.call('desk.backups', {})).backups.map(({ reason }) => reason)).toContain('before-team')

    expect(await command(bob, 'leave')).toMatchObject({ code: 0, text: expect.stringContaining('works alone') })
    expect(await bob.call('team.status', {})).toEqual({ team: null })
    expect((await bob.call('brands.list', {})).brands).toMatchObject([{ name: 'Acme' }])
    expect((await bob.call('outreach.suppressions', {})).total).toBe(1)
  })

  test('that a desk cannot join says why, and the desk works on alone', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const { url, password } = accessOf(await team.person('ann', { role: 'admin' }))
    const desk = await openTestDesk()
    await desk.call('outreach.suppress', { entries: [{ value: 'own@example.com' }] })
    const oldPort = await startOldPostgres('14.9', password)
    const cases: [string, string, RegExp][] = [
      [url, 'wrong', /refused the login or its password/],
      [url.replace(/:\d+\//, ':1/'), password, /Nothing answers at the address/],
      ['postgres://ann@db.example/team?sslmode=prefer', password, /sslmode=prefer.*verify-full/],
      ['postgres://ann@127.0.0.1', password, /names no database/],
      [`postgres://ann@127.0.0.1:${oldPort}/team`, password, /needs version 15 or newer/],
    ]
    for (const [address, secret, message] of cases)
      await expect(desk.call('team.join', { url: address, password: secret, discardRows: 1 })).rejects.toThrow(message)

    await team.owner.query("INSERT INTO agency_desk.schema_step (no, name, landed) VALUES (999, 'newer', 'x')")
    try {
      await expect(desk.call('team.join', { url, password, discardRows: 1 })).rejects.toThrow(/newer Agency Desk/)
    } finally {
      await team.owner.query('DELETE FROM agency_desk.schema_step WHERE no = 999')
    }
    const step = await one(team.owner, 'SELECT landed FROM agency_desk.schema_step WHERE no = 1')
    await team.owner.query("UPDATE agency_desk.schema_step SET landed = '3c79c13084ba0ce9' WHERE no = 1")
    try {
      await expect(desk.call('team.join', { url, password, discardRows: 1 })).rejects.toThrow(
        /before Agency Desk 0\.1\.0/,
      )
    } finally {
      await team.owner.query('UPDATE agency_desk.schema_step SET landed = $1 WHERE no = 1', [step])
    }
    expect(await desk.call('team.status', {})).toEqual({ team: null })
    expect((await desk.call('outreach.suppressions', {})).rows.map(({ value }) => value)).toEqual(['own@example.com'])
  })
})
