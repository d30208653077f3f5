import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'

test('a desk that works alone says so', async () => {
  const desk = await openTestDesk()
  expect(await desk.call('team.status', {})).toEqual({ team: null })
  expect(await runDeskCommand(desk, ['team', 'status'])).toMatchObject({
    code: 0,
    stdout: 'This desk is not in a team.\n',
  })
  expect(JSON.parse((await runDeskCommand(desk, ['team', 'status', '--json'])).stdout)).toEqual({ team: null })
})

test.each([
  ['leave'],
  ['sign-in'],
  ['check-copy'],
  ['gc', '--older-than-days', '7'],
  ['people', 'list'],
  ['people', 'add', 'ann', '--name', 'Ann Lee', '--role', 'sender'],
  ['people', 'remove', 'ann'],
  ['people', 'role', 'ann', 'admin'],
  ['people', 'brands', 'ann', '--brands', 'all'],
  ['approval', 'on'],
])('desk team %s is refused on a desk that works alone', async (...args) => {
  const desk = await openTestDesk()
  const { code, stderr } = await runDeskCommand(desk, ['team', ...args, '--json'], { stdin: 'a-password' })
  expect(code).toBe(1)
  expect(JSON.parse(stderr)).toMatchObject({ kind: 'conflict', message: expect.stringContaining('not in a team') })
})

test.each([
  [[], 'Give one of status, check, init'],
  [['found'], 'There is no "desk team found". Give one of status'],
  [['jion'], 'Did you mean "join"?'],
  [['init'], 'Give the address'],
  [['init', 'postgres://ann@db/a'], 'Give your name'],
  [['people', 'add', 'ann'], 'Give a name'],
  [['people', 'brands', 'ann'], 'Give the brands'],
  [['approval', 'perhaps'], 'Give on or off'],
  [['gc', '--older-than-days', 'many'], '--older-than-days takes whole days'],
])('desk team %j is a mistake of the command line', async (args, message) => {
  const desk = await openTestDesk()
  const { code, stderr } = await runDeskCommand(desk, ['team', ...args])
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

test('an address and a login are checked before anything connects', async () => {
  const desk = await openTestDesk()
  const added = await runDeskCommand(
    desk,
    ['team', 'people', 'add', 'Ann Lee', '--name', 'Ann', '--role', 'boss', '--json'],
    {
      stdin: 'a-password',
    },
  )
  expect(JSON.parse(added.stderr)).toMatchObject({ kind: 'invalid' })
  const checked = await runDeskCommand(desk, ['team', 'check', 'https://db.example', '--json'], { stdin: 'a-password' })
  expect(JSON.parse(checked.stderr)).toMatchObject({ kind: 'invalid', message: expect.stringContaining('postgres://') })
})
