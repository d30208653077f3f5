// The four recipes of ARCHITECTURE.md, each as the edits that it asks for, on an example that the program does not have.
import { newestVersion } from '../../src-main/store/migrate.ts'
import { tables } from '../../src-main/tables.ts'
import type { Edit } from './scratch-tree.ts'

const operation: readonly Edit[] = [
  {
    file: 'src-shared/service/keywords.ts',
    before: 'export const keywordOperations = {\n',
    text: `export const KeywordVolumesReplySchema = z.looseObject({
  volumes: z.array(z.object({ keyword: z.string(), perMonth: z.number().int() })),
})

`,
  },
  {
    file: 'src-shared/service/keywords.ts',
    after: 'export const keywordOperations = {\n',
    text: `  'keywords.volumes': {
    method: 'GET',
    path: '/v3/keywords/volumes',
    request: { query: TeamQuerySchema },
    response: KeywordVolumesReplySchema,
    safety: 'read',
    documented: true,
  },
`,
  },
  {
    file: 'src-sandbox/handlers/keywords.ts',
    after: "export const keywordHandlers: HandlersOf<'keywords'> = {\n",
    text: `  'keywords.volumes': (_request, { brand }) => ({
    volumes: ownKeywordsOf(brand).map((keyword) => ({ keyword, perMonth: keyword.length * 100 })),
  }),
`,
  },
]

const call: readonly Edit[] = [
  {
    file: 'src-shared/desk/visibility.ts',
    after: 'export const visibilityCalls = {\n',
    text: `  'visibility.activeCount': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ active: z.number().int() }),
    reads: ['visibility', 'brands'],
  }),
`,
  },
  {
    file: 'src-main/visibility/calls.ts',
    before: "    'visibility.models': ",
    text: `    'visibility.activeCount': async ({ brandIds }) => {
      const stored = await store.read('visibility.list', { brandIds: brands.resolve(brandIds) })
      return { active: stored.flatMap(({ models }) => models ?? []).filter(({ isActive }) => isActive).length }
    },
`,
  },
]

const table: readonly Edit[] = [
  {
    file: 'src-main/research/queries/site-notes.ts',
    text: `import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { Migration } from '../../store/migrate.ts'

/** One note of a person on each site of a brand. */
export const createSiteNotes: Migration = {
  name: 'site notes',
  landed: '1f3b91f453a632dd',
  up: (db) =>
    db.exec(\`
      CREATE TABLE site_note (
        brand_id TEXT NOT NULL,
        url TEXT NOT NULL,
        note TEXT NOT NULL,
        PRIMARY KEY (brand_id, url)
      ) STRICT, WITHOUT ROWID
    \`),
}

export type SiteNote = { readonly url: string; readonly note: string }

export const listSiteNotes = ({ core }: ReadableDb, { brandId }: { brandId: string }): SiteNote[] =>
  prepared<SiteNote>(core, 'SELECT url, note FROM site_note WHERE brand_id = ? ORDER BY url').all(brandId)

export const saveSiteNote = (db: WritableDb, { brandId, url, note }: SiteNote & { brandId: string }): void => {
  assertBrand(db, brandId)
  prepared(db.core, 'INSERT OR REPLACE INTO site_note (brand_id, url, note) VALUES (?, ?, ?)').run(brandId, url, note)
}
`,
  },
  {
    file: 'src-main/research/tables.ts',
    before: '\nexport const researchTables = {',
    text: "import { createSiteNotes, listSiteNotes, saveSiteNote } from './queries/site-notes.ts'\n",
  },
  { file: 'src-main/research/tables.ts', after: '  reads: {\n', text: "    'siteNotes.list': listSiteNotes,\n" },
  { file: 'src-main/research/tables.ts', after: '    core: {\n', text: "      'siteNotes.save': saveSiteNote,\n" },
  { file: 'src-main/research/tables.ts', after: 'brandRows: {\n    core: [', text: "byBrandId('site_note'), " },
  {
    file: 'src-main/research/tables.ts',
    after: '  schema: researchSchema,\n',
    text: `  migrations: { core: { ${newestVersion(tables.migrations.core) + 1}: createSiteNotes } },\n`,
  },
]

const view: readonly Edit[] = [
  {
    file: 'src-renderer/views/names/names-view.tsx',
    text: `import { EmptyState } from '../../parts/empty-state.tsx'
import { useBrands } from '../../state/brands.ts'

export const NamesView = () => {
  const names = useBrands((state) => state.list.map(({ name }) => name).join(', '))
  return <EmptyState title="Every brand by its name">Brands on this desk: {names}</EmptyState>
}
`,
  },
  {
    file: 'src-renderer/views/registry.tsx',
    before: 'const SettingsView = ',
    text: "const NamesView = laterView(() => import('./names/names-view.tsx').then((view) => view.NamesView))\n",
  },
  {
    file: 'src-renderer/views/registry.tsx',
    before: "    { id: 'playbooks',",
    text: `    { id: 'names', title: 'Names', icon: IconCalendar, component: NamesView, takes: 'none' },
`,
  },
]

export const recipes = { operation, call, table, view } as const
export type RecipeName = keyof typeof recipes

/** A program that uses each of them in the edited checkout, through its public interface, and prints what came back. */
export const PROGRAMS = {
  operation: `
import { systemClock } from '../src-main/base/clock.ts'
import { getDispatcher } from '../src-main/base/dispatcher.ts'
import { silentLog } from '../src-main/base/log.ts'
import { createServiceClient } from '../src-main/service-client/client.ts'
import { REQUEST_DEADLINES_MS } from '../src-main/service-client/deadlines.ts'
import { createLimiter } from '../src-main/service-client/limiter.ts'
import { startSandbox } from '../src-sandbox/server.ts'
import { DEFAULT_PROFILE } from '../src-shared/service/profile.ts'

const sandbox = await startSandbox({ brands: 1, keywords: 3 })
const [brand] = sandbox.brands
if (brand === undefined) throw new Error('The sandbox has one brand.')
const { signal } = new AbortController()
const limiter = { store: { load: async () => [], save: async () => undefined, replace: async () => undefined }, clock: systemClock }
const client = createServiceClient({
  getDispatcher,
  clock: systemClock,
  random: Math.random,
  limiter: await createLimiter({ ...limiter, monotonicMs: systemClock.monotonicMs }),
  emit: () => undefined,
  log: silentLog,
  accessOf: async () => ({
    key: brand.key,
    baseUrl: sandbox.baseUrl,
    label: brand.name,
    account: 'service',
    isDemo: false,
  }),
  profile: () => DEFAULT_PROFILE,
  timeoutMs: 10_000,
  deadlinesMs: REQUEST_DEADLINES_MS,
  closing: signal,
  cutOff: signal,
  replyBytesMax: 1_000_000,
})
const { volumes } = await client.request('keywords.volumes', { query: { teamId: brand.teamId } }, { brandId: 'b1' })
console.log(JSON.stringify({ volumes: volumes.length }))
await sandbox.close()
`,
  table: `
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../src-main/store/open.ts'
import '../src-main/tables.ts'

const home = mkdtempSync('home-')
const [coreFile, cacheFile, backupsFolder] = ['core.db', 'cache.db', 'backups'].map((name) => join(home, name))
if (coreFile === undefined || cacheFile === undefined || backupsFolder === undefined) throw new Error('Three paths.')
const store = await openStore({ coreFile, cacheFile, backupsFolder, onNotice: () => undefined })
const brand = { teamId: null, keyState: 'unchecked', keyIn: null, demo: false, createdAtMs: 0 } as const
const { id } = await store.write('brands.insert', { ...brand, name: 'Acme' })
await store.write('siteNotes.save', { brandId: id, url: 'https://acme.example/', note: 'new shop' })
await store.write('core.backup', { takenAtMs: Date.now(), reason: 'asked' })
const written = await store.read('siteNotes.list', { brandId: id })
await store.write('brands.delete', { id })
const left = await store.read('siteNotes.list', { brandId: id })
console.log(JSON.stringify({ written, left }))
await store.close()
`,
} as const
