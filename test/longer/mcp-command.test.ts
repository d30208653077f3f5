// An assistant that starts `desk mcp` itself.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { nodeArgs } from '../../scripts/lib/project.mjs'
import { MCP_TOOLS } from '../../src-main/mcp/tools.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { familyOf } from '../support/process-family.ts'
import { openSandbox } from '../support/sandbox.ts'
import { holdsSecret } from '../support/secret-forms.ts'
import { syncAll } from '../support/sync-all.ts'
import { tempHome } from '../support/temp-home.ts'
import { connectTestAssistant } from '../support/test-assistant.ts'

test('desk mcp answers with a running desk and without one, and no key is in answers, arguments or environments', async () => {
  const { home } = tempHome()
  const sandbox = await openSandbox({ brands: 1, keywords: 20, days: 10 })
  const key = sandbox.keyOf(0)
  const desk = await startDeskProcess({ home, env: { AGENCY_DESK_DEMO: '0' } })
  await desk.value('service.setProfile', { baseUrl: sandbox.baseUrl })
  const { id } = await desk.value('brands.add', { name: 'Acme', key, sessionOnly: true })
  await syncAll(desk)
  await desk.value('mcp.configure', { brandIds: [id] })

  const env = { AGENCY_DESK_HOME: home, AGENCY_DESK_KEYCHAIN: 'session', PATH: process.env.PATH ?? '' }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...nodeArgs, join(import.meta.dirname, '../../src-main/shells/cli/index.ts'), 'mcp'],
    env,
    stderr: 'pipe',
  })
  const { call, read, client } = await connectTestAssistant(transport)
  // A line on stdout that is not of the protocol would be an error of the client.
  const faults: unknown[] = []
  client.onerror = (error) => faults.push(error)
  expect((await client.listTools()).tools.length).toBe(MCP_TOOLS.length)
  const texts: string[] = []
  for (const { name } of MCP_TOOLS)
    if (name !== 'query' && name !== 'keyword_history') texts.push((await call(name)).text)
  texts.push((await call('query', { sql: 'SELECT count(*) FROM rankings' })).text)
  expect(await read('rankings')).toMatchObject({ total: 20 })
  expect((await desk.value('mcp.requests', {})).rows.length).toBe(MCP_TOOLS.length)

  const pids = process.platform === 'linux' ? [...familyOf(desk.pid), ...familyOf(transport.pid ?? desk.pid)] : []
  const places = [
    Buffer.from(texts.join()),
    ...pids.flatMap((pid) => [readFileSync(`/proc/${pid}/cmdline`), readFileSync(`/proc/${pid}/environ`)]),
  ]
  expect(places.filter((bytes) => holdsSecret(bytes, key))).toEqual([])
  expect(holdsSecret(Buffer.from(`${texts[0]} ${key}`), key)).toBe(true)

  await desk.stop()
  expect(await read('rankings', { search: 'no such keyword' })).toMatchObject({ total: 0, returned: 0 })
  // It holds the files for the time of an answer only.
  const again = await startDeskProcess({ home, env: { AGENCY_DESK_DEMO: '0' } })
  expect(await read('list_brands')).toMatchObject({ total: 1 })
  // The trail names who read which brands, and outlives the desk; what ran without a desk is in it, too.
  const trail = await again.value('mcp.requests', { limit: 500 })
  expect(trail.total).toBe(MCP_TOOLS.length + 2)
  expect(trail.rows[0]).toMatchObject({
    client: 'test-assistant',
    tool: 'list_brands',
    brandIds: [id],
    isAll: true,
    via: 'command',
    returned: 1,
    isRefused: false,
  })
  expect(trail.rows[1]).toMatchObject({ tool: 'rankings', returned: 0 })
  expect(JSON.stringify(trail)).not.toContain('no such keyword')
  await again.stop()
  expect(faults).toEqual([])
})
