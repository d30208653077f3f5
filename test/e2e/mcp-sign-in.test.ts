// An assistant of a real person: the sign-in page in a real Chromium, then tools, a switch in the desk, and tools again.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPage } from '../support/browser.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { createProvider } from '../support/mcp-client.ts'
import { openSandbox } from '../support/sandbox.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** What an assistant listens on while a person signs in. */
const listenForCallback = async () => {
  const calls: URL[] = []
  const server = createServer((request, reply) => {
    calls.push(new URL(request.url ?? '/', 'http://127.0.0.1'))
    reply.setHeader('content-type', 'text/html')
    reply.end(
      '<!doctype html><html lang="en"><title>Done</title><link rel="icon" href="data:,"><h1>Back at the assistant</h1>',
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return { redirect: `http://127.0.0.1:${port}/callback`, calls }
}

/** Begins to connect and is sent to the sign-in page; `finish` goes on with what came back. */
const beginSignIn = async (mcpUrl: string, redirect: string) => {
  const { provider, kept } = createProvider(redirect, 'Desk assistant')
  const url = new URL(mcpUrl)
  const transport = new StreamableHTTPClientTransport(url, { authProvider: provider })
  await new Client({ name: 'assistant', version: '1.0.0' }).connect(transport).catch(() => undefined)
  const finish = async (callback: URL) => {
    await transport.finishAuth(callback.searchParams)
    const client = new Client({ name: 'assistant', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }))
    onTestFinished(() => client.close())
    return client
  }
  return { address: kept.url?.href ?? '', finish }
}

test('a person signs in, and a switched-off tool is refused on the next call', async () => {
  const sandbox = await openSandbox({ brands: 5 })
  const { redirect, calls } = await listenForCallback()
  const { address, finish } = await beginSignIn(sandbox.mcpUrl, redirect)
  const { page, errors } = await openPage(browser)
  await page.goto(address)
  await page.getByRole('heading', { name: 'Sign in to the sandbox' }).waitFor()
  await expect.poll(() => page.getByText('Desk assistant').isVisible()).toBe(true)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
  }
  await page.getByLabel('Member of 3 brands').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back at the assistant' }).waitFor()
  expect(errors).toEqual([])
  const [callback] = calls
  expect(callback?.searchParams.get('state')).toBe('state-1')

  const client = await finish(callback ?? new URL(redirect))
  const teams = await client.callTool({ name: 'list_teams', arguments: {} })
  expect(teams.structuredContent).toMatchObject({
    teams: sandbox.brands.slice(0, 3).map(({ teamId, name }) => ({ teamId, name })),
  })
  const call = async () => {
    const args = { teamId: sandbox.teamOf(0) }
    const { isError, content } = await client.callTool({ name: 'outreach_queued', arguments: args })
    return { isError: isError ?? false, content }
  }
  const permit = async (value: 'allow' | 'deny') => {
    const reply = await fetch(`${sandbox.baseUrl}/v3/settings/mcp`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${sandbox.keyOf(0)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ permissions: { outreach_queued: value } }),
    })
    expect(reply.status).toBe(200)
  }
  await permit('allow')
  expect((await call()).isError).toBe(false)
  await permit('deny')
  expect(await call()).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining(`is switched off for ${sandbox.brands[0]?.name}`) }],
  })
  await permit('allow')
  expect((await call()).isError).toBe(false)
})

test('a person who denies is sent back without a code', async () => {
  const sandbox = await openSandbox({ brands: 2 })
  const { redirect, calls } = await listenForCallback()
  const { address, finish } = await beginSignIn(sandbox.mcpUrl, redirect)
  const { page } = await openPage(browser)
  await page.goto(address)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('heading', { name: 'Back at the assistant' }).waitFor()
  expect(calls[0]?.searchParams.get('error')).toBe('access_denied')
  await expect(finish(calls[0] ?? new URL(redirect))).rejects.toThrow()
})
