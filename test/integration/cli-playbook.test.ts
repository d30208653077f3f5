import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { openSandbox } from '../support/sandbox.ts'

const openAgency = async () => {
  const sandbox = await openSandbox({ brands: 1, keywords: 5, days: 2 })
  const opened = await openTestDesk({ shell: 'cli' })
  await opened.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  await opened.call('desk.setSettings', { historyDays: 1, syncEveryMinutes: 0 })
  const asked = async (operation: string) =>
    (await sandbox.requests()).filter((request) => request.operation === operation).length
  const desk = (line: string[], stdin?: string) =>
    runDeskCommand(opened, ['playbook', ...line], stdin === undefined ? {} : { stdin })
  return { ...opened, sandbox, asked, desk, brand: sandbox.brands[0] ?? { name: '', key: '' } }
}

test('a command stops at each gate with exit code 3, says what to confirm, and goes on by another command', async () => {
  const { desk, asked, brand, call } = await openAgency()
  await call('playbooks.save', {
    name: 'Start',
    description: 'Adds and discovers',
    steps: [{ kind: 'addBrand' }, { kind: 'sync', datasets: ['prospects'] }, { kind: 'discover' }],
  })
  expect((await desk(['list'])).stdout).toMatch(/^New client: 11 steps\n[\s\S]*^Start \(playbook_.*\): 3 steps$/m)
  const dry = await desk(['dry-run', 'start'])
  expect(dry).toMatchObject({ code: 0, stderr: '' })
  expect(dry.stdout).toBe(
    `new brand: up to 25 credits
   1  Add brand · asks you
   2  Sync prospects
   3  Discover prospects · up to 25 credits · asks you
`,
  )

  const run = await desk(['run', 'Start'])
  expect(run.code).toBe(3)
  expect(run.stdout).toContain('Confirm: desk playbook approve r1 1 --name "…"')
  const added = await desk(['approve', 'r1', '1', '--name', brand.name, '--session-only'], brand.key)
  expect(added.code).toBe(3)
  expect((await desk(['dry-run', 'start', '--brand', brand.name])).stdout).toContain(
    `   1  Add brand\n      ${brand.name} is on this desk already.\n   2  `,
  )
  expect(added.stdout).toContain(`Spend up to 25 credits for ${brand.name}?`)
  expect(`${added.stdout}${added.stderr}`).not.toContain(brand.key)
  expect(await asked('outreach.discover')).toBe(0)
  expect(await desk(['continue', 'r1'])).toMatchObject({ code: 3 })
  expect(await asked('outreach.discover')).toBe(0)
  const done = await desk(['approve', 'r1', '3'])
  expect(done.code).toBe(0)
  expect(done.stdout).toContain('1 of 1 confirmed by the service.')
  expect(await asked('outreach.discover')).toBe(1)
  expect((await desk(['status'])).stdout).toBe(`r1  done      3/3  Start for ${brand.name}\n`)
  expect(JSON.parse((await desk(['status', 'r1', '--json'])).stdout)).toMatchObject({ id: 'r1', state: 'done' })
})

test('a failed step ends the command with exit code 1; it is skipped with a reason, or the run is cancelled', async () => {
  const { desk, call, brand } = await openAgency()
  await call('brands.add', { ...brand, sessionOnly: true })
  const steps = [
    { kind: 'tracked' as const, min: 100 },
    { kind: 'person' as const, text: 'Call the client' },
  ]
  await call('playbooks.save', { name: 'Check', description: '', steps })
  const run = await desk(['run', 'check', '--brand', brand.name])
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('Retry: desk playbook retry r1 1')
  expect(await desk(['retry', 'r1', '1'])).toMatchObject({ code: 1 })
  expect(await desk(['skip', 'r1', '1'])).toMatchObject({ code: 2 })
  expect(await desk(['skip', 'r1', '1', '--reason', 'small client'])).toMatchObject({ code: 3 })
  const again = await desk(['run', 'Check', '--brand', brand.name])
  expect(again).toMatchObject({ code: 3, stderr: 'It runs there already as r1.\n' })
  expect(await desk(['cancel', 'r1'])).toMatchObject({ code: 1 })
  for (const line of [[], ['run'], ['approve', 'r1', 'x'], ['no']]) expect((await desk(line)).code).toBe(2)
  expect(await desk(['status', 'r99'])).toMatchObject({ code: 1 })
})
