import { expect, test } from 'vitest'
import { startSandbox } from '../../src-sandbox/server.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'

const openShop = async () => {
  const sandbox = await startSandbox({ brands: 1, keywords: 5, days: 2 })
  const opened = await openTestDesk({ shell: 'cli' })
  await opened.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const { id: brandId } = await opened.call('brands.add', { name: 'Acme', key: sandbox.brands[0]?.key ?? '' })
  const publish = (holdSeconds: number) =>
    JSON.stringify({ brandId, articleSlugs: ['tea'], provider: 'ghost', holdSeconds })
  return { sandbox, opened, publish }
}

test('a publish without a running desk is sent before the command ends', async () => {
  const { sandbox, opened, publish } = await openShop()
  try {
    const { code, stdout, stderr } = await runDeskCommand(opened, ['call', 'publishing.publish', publish(1)])
    expect(code).toBe(0)
    expect(stderr).toMatch(/stays until it is done/)
    const { intentId } = JSON.parse(stdout) as { intentId: string } // as the contract says
    expect(await opened.call('intents.get', { id: intentId })).toMatchObject({
      state: 'confirmed',
      items: [{ label: 'tea', state: 'confirmed' }],
    })
  } finally {
    await sandbox.close()
  }
})

test('a discovery without a running desk is charged before the command ends', async () => {
  const { sandbox, opened } = await openShop()
  try {
    const [brand] = (await opened.call('brands.list', {})).brands
    const input = JSON.stringify({ brandId: brand?.id, acceptCredits: 25 })
    const { code, stdout, stderr } = await runDeskCommand(opened, ['call', 'outreach.discover', input])
    expect([code, stderr]).toEqual([0, expect.stringMatching(/stays until it is done/)])
    const { intentId } = JSON.parse(stdout) as { intentId: string } // as the contract says
    expect(await opened.call('intents.get', { id: intentId })).toMatchObject({ kind: 'discover', state: 'confirmed' })
    expect((await opened.call('outreach.ledger', {})).rows).toMatchObject([{ action: 'discover', intentId }])
  } finally {
    await sandbox.close()
  }
})

test('Ctrl-C leaves the intent on disk, unsent; a command that only reads sends nothing', async () => {
  const { sandbox, opened, publish } = await openShop()
  try {
    const interrupted = new AbortController()
    interrupted.abort()
    const { stdout } = await runDeskCommand(opened, ['call', 'publishing.publish', publish(3600)], {
      signal: interrupted.signal,
    })
    const { intentId } = JSON.parse(stdout) as { intentId: string } // as the contract says
    const read = await runDeskCommand(opened, ['call', 'intents.list'])
    expect(read).toMatchObject({ code: 0, stderr: '' })
    expect(await opened.call('intents.get', { id: intentId })).toMatchObject({ state: 'held' })
    const counts = (await (await fetch(`${sandbox.controlUrl}/cms`)).json()) as { articles?: unknown[] } // the sandbox's own
    expect(JSON.stringify(counts)).not.toContain('"tea"')
  } finally {
    await sandbox.close()
  }
})
