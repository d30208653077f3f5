// Each recipe of ARCHITECTURE.md touches two files, and what it adds works: applied to a copy of this checkout.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeFile } from '../../scripts/lib/project.mjs'
import { startSandbox } from '../../src-sandbox/server.ts'
import { launchBrowser } from '../support/chromium.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { openPlace } from '../support/places.ts'
import { PROGRAMS, type RecipeName, recipes } from '../support/recipes.ts'
import { createScratchTree, type ScratchTree } from '../support/scratch-tree.ts'
import { openDeskPage } from '../support/web-desk.ts'

const bin = (name: string) => join('node_modules', '.bin', name)
const reports = join(import.meta.dirname, '..', '..', 'test-results')

let tree: ScratchTree
/** The changed files of each recipe and its diff. */
const changes = new Map<string, { readonly files: string[]; readonly diff: string }>()

const applyRecipe = async (name: RecipeName): Promise<void> => {
  tree.apply(recipes[name])
  await tree.run('git', 'add', '--all')
  const files = (await tree.run('git', 'diff', '--cached', '--name-only')).trim().split('\n')
  await tree.run(bin('biome'), 'check', '--write', ...files)
  await tree.run('git', 'add', '--all')
  changes.set(name, { files, diff: await tree.run('git', 'diff', '--cached', '--no-color') })
  await tree.run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', name)
}

beforeAll(async () => {
  tree = await createScratchTree()
  for (const name of ['operation', 'call', 'table', 'view'] as const) await applyRecipe(name)
  for (const [name, program] of Object.entries(PROGRAMS)) tree.apply([{ file: `test/${name}.ts`, text: program }])
  mkdirSync(reports, { recursive: true })
  writeFileSync(join(reports, 'recipes.diff'), [...changes.values()].map(({ diff }) => diff).join('\n'))
})
afterAll(() => tree.remove())

test.each([
  ['operation', ['src-sandbox/handlers/keywords.ts', 'src-shared/service/keywords.ts']],
  ['call', ['src-main/visibility/calls.ts', 'src-shared/desk/visibility.ts']],
  ['table', ['src-main/research/queries/site-notes.ts', 'src-main/research/tables.ts']],
  ['view', ['src-renderer/views/names/names-view.tsx', 'src-renderer/views/registry.tsx']],
] as const)('recipe for one %s changes two files: %j', (name, files) => {
  expect(changes.get(name)?.files).toEqual(files)
})

test('a checkout with all four additions passes the type check and the linter', async () => {
  await tree.run(bin('tsc'), '-b', '--checkers', '1')
  await tree.run(bin('biome'), 'check', ...[...changes.values()].flatMap(({ files }) => files))
})

test('added operation answers from the sandbox through the service client', async () => {
  expect(JSON.parse(await tree.run(nodeFile(), 'test/operation.ts'))).toEqual({ volumes: 3 })
})

test('added table is created, written and read, and loses the rows of a removed brand', async () => {
  expect(JSON.parse(await tree.run(nodeFile(), 'test/table.ts'))).toEqual({
    written: [{ url: 'https://acme.example/', note: 'new shop' }],
    left: [],
  })
  const guards = ['landed-migrations', 'brand-rows'].map((name) => `test/main/store/${name}.test.ts`)
  await tree.run(bin('vitest'), 'run', '--project', 'unit', ...guards)
})

test('added call answers from the desk, and added view opens from the places', async () => {
  await tree.run(bin('electron-vite'), 'build', '--logLevel', 'warn')
  const sandbox = await startSandbox({ brands: 1, keywords: 3 })
  const desk = await startDeskProcess({ isBuilt: true, root: tree.folder })
  const browser = await launchBrowser()
  try {
    await desk.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    const [brand] = sandbox.brands
    await desk.value('brands.add', { name: 'Acme', key: brand?.key ?? '', sessionOnly: true })
    // The call is one of the copy, not of this checkout's contract.
    const added: unknown = await desk.call('visibility.activeCount' as 'visibility.models', {})
    expect(added).toEqual({ ok: true, value: { active: 0 } })

    const page = await openDeskPage(browser, desk)
    await openPlace(page, 'Activity', 'Names')
    await page.getByRole('heading', { name: 'Every brand by its name' }).waitFor()
    expect(await page.getByText('Brands on this desk: Acme').isVisible()).toBe(true)
  } finally {
    // First the page: it would miss the desk.
    await browser.close()
    await Promise.all([desk.stop(), sandbox.close()])
  }
})
