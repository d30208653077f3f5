// While the team's server is stopped, any user of this machine can listen on its port. Who listens there gets neither the
// password, nor what makes it easy to guess, nor any data: it has to know the password itself.
import { createHash, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { failureOf } from '../../../../src-main/store/team/connection-errors.ts'
import { openServer } from '../../../../src-main/store/team/session.ts'
import { openTestDesk } from '../../../support/composed-desk.ts'
import { ASKS, nonceIn, startSquatter } from '../../../support/fake-postgres.ts'

const PASSWORD = `secret-${randomUUID()}`

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const md5Answer = `md5${md5(`${md5(`${PASSWORD}ann`)}salt`)}`

/** What the desk says, and all that it sent. */
const connectTo = async (answers: readonly ((part: Buffer) => Buffer)[]) => {
  const { port, heard } = await startSquatter(answers)
  const opening = openServer({ url: `postgres://ann@127.0.0.1:${port}/team`, password: PASSWORD })
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('still connected')), 3000).unref())
  const failure = await Promise.race([opening, late]).then(
    ({ client }) => {
      client.destroy()
      return null
    },
    (error: unknown) => failureOf(error),
  )
  // What it still sends would come now.
  await new Promise((resolve) => setTimeout(resolve, 100))
  return { failure, sent: heard().toString('latin1') }
}

const REFUSED = /does not prove that it is this server.*The password was not sent/

test.each([
  ['in clear text', () => [() => ASKS.clearText]],
  ['as an MD5 hash', () => [() => ASKS.md5]],
  ['in clear text within the steps of SCRAM', () => [() => Buffer.concat([ASKS.scram, ASKS.clearText])]],
  ['in clear text after a first step of SCRAM', () => [() => ASKS.scram, () => ASKS.clearText]],
  ['as an MD5 hash after a first step of SCRAM', () => [() => ASKS.scram, () => ASKS.md5]],
])('the password is not sent %s', async (_, answers) => {
  const { failure, sent } = await connectTo(answers())
  expect(sent).not.toContain(PASSWORD)
  expect(sent).not.toContain(md5Answer)
  expect(failure).toMatchObject({
    isRefusal: false,
    error: { kind: 'network', message: expect.stringMatching(REFUSED) },
  })
})

test('a server that asks for fewer rounds of SCRAM than PostgreSQL gets nothing to guess the password by', async () => {
  const { failure, sent } = await connectTo([() => ASKS.scram, (part) => ASKS.scramRounds(nonceIn(part), 1)])
  expect(sent).not.toContain(',p=')
  expect(failure?.error.message).toMatch(REFUSED)
})

test.each([
  ['asks for no password', () => [() => Buffer.concat([ASKS.nothing, ASKS.ready])]],
  [
    'lets the desk in before it proved itself',
    () => [() => ASKS.scram, () => Buffer.concat([ASKS.nothing, ASKS.ready])],
  ],
  [
    'lets the desk in without a proof of its own',
    () => [
      () => ASKS.scram,
      (part: Buffer) => ASKS.scramRounds(nonceIn(part), 4096),
      () => Buffer.concat([ASKS.nothing, ASKS.ready]),
    ],
  ],
])('a server that %s is sent no statement', async (_, answers) => {
  const { failure, sent } = await connectTo(answers())
  expect(sent).not.toMatch(/SELECT|agency_desk\./)
  expect(failure?.error.message).toMatch(REFUSED)
})

test('team.init, team.join and team.check send no password in clear text', async () => {
  const { port, heard } = await startSquatter([() => ASKS.clearText])
  const desk = await openTestDesk()
  onTestFinished(() => desk.close())
  const access = { url: `postgres://ann@127.0.0.1:${port}/team`, password: PASSWORD }
  const calls = [
    () => desk.call('team.check', access),
    () => desk.call('team.init', { ...access, name: 'Ann' }),
    () => desk.call('team.join', access),
  ]
  for (const call of calls) await expect(call()).rejects.toThrow(REFUSED)
  expect(heard().toString('latin1')).not.toContain(PASSWORD)
})
