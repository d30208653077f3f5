import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { openSandbox } from '../support/sandbox.ts'

const openAgency = async (brands: number) => {
  const sandbox = await openSandbox({ brands, keywords: 5, days: 2 })
  const opened = await openTestDesk({ shell: 'cli' })
  await opened.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  for (const { name, key } of sandbox.brands) {
    const { id: brandId } = await opened.call('brands.add', { name, key })
    await opened.call('research.setAuditSite', { brandId, url: `site-${sandbox.brands.length}.example.com` })
  }
  const run = ['call', 'research.auditMany', '{"brandIds":"all"}']
  return { sandbox, opened, run }
}

test('audits started without a running desk finish before the command ends', async () => {
  const { opened, run } = await openAgency(4)
  const { code, stdout, stderr } = await runDeskCommand(opened, run)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ total: 4, endedAt: null })
  expect(stderr).toMatch(/stays until the audits have ended.*4 done, 0 failed, of 4/s)
  expect((await opened.call('research.audits', {})).rows.map(({ state }) => state)).toEqual(Array(4).fill('done'))
})

test('Ctrl-C cancels audits that were not sent', async () => {
  const { opened, run, sandbox } = await openAgency(6)
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'hold', times: 6 })
  const interrupted = new AbortController()
  interrupted.abort()
  const call: typeof opened.desk.call = async (name, input) => {
    const reply = await opened.desk.call(name, input)
    if (name === 'research.cancelAudits') await sandbox.clearFaults()
    return reply
  }
  const { stderr } = await runDeskCommand({ desk: { ...opened.desk, call } }, run, { signal: interrupted.signal })
  expect(stderr).toMatch(/of 6\.\n$/)
  const { total, run: last } = await opened.call('research.audits', {})
  expect(last?.endedAt).not.toBeNull()
  expect(total).toBeLessThanOrEqual(3)
})
