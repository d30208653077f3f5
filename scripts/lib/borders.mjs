// What each folder may import: `npm run borders` writes these rules into biome.json. A later row replaces an earlier one for
// the files that both name, so a row says everything that holds for its files.
const ELECTRON = ['electron', 'electron/**']
const REACT = ['react', 'react/**', 'react-dom', 'react-dom/**']
const elsewhere = (...sides) => sides.map((side) => `**/src-${side}/**`)

const ban = (message, ...group) => ({ group, message })
const onlyRoot = (...allowed) => ['../**', ...allowed.map((path) => `!${path}`)]

const noPlatform = ban(
  'The desk imports src-shared only; electron is for src-main/shells/electron.',
  ...ELECTRON,
  ...REACT,
  ...elsewhere('renderer', 'sandbox'),
)
const noRoot = ban(
  'A room is composed by the root of src-main and does not import it.',
  '**/shells/**',
  '../compose.ts',
  '../../compose.ts',
  '../parts.ts',
  '../../parts.ts',
  '../rooms.ts',
  '../../rooms.ts',
  '../tables.ts',
  '../../tables.ts',
)
const noForeignSql = ban(
  "A room uses another room's SQL through that room's public.ts only.",
  '../*/queries/**',
  '../../*/queries/**',
)
const noDesk = ban(
  'The renderer sees the desk through bridge.ts only.',
  'node:*',
  ...ELECTRON,
  ...elsewhere('main', 'sandbox'),
)

const SHARED = '**/src-shared/**'
const otherRooms = (...names) => names.map((name) => `**/${name}/**`)

/** Files, and what they do not import. */
const BORDERS = [
  [
    ['src-shared/**'],
    ban(
      'src-shared imports nothing but zod.',
      'node:*',
      ...ELECTRON,
      ...REACT,
      ...elsewhere('main', 'renderer', 'sandbox'),
    ),
  ],
  [
    ['src-main/**', '!src-main/shells/electron/**'],
    ban('Only src-main/shells/electron sees electron.', ...ELECTRON),
    ban('The desk imports src-shared only.', ...REACT, ...elsewhere('renderer', 'sandbox')),
  ],
  [
    ['src-main/*/**', '!src-main/shells/**'],
    noPlatform,
    noRoot,
    noForeignSql,
    ban(
      'No room imports pitches or publishing, but for their public.ts.',
      ...otherRooms('pitches', 'publishing'),
      '!**/{pitches,publishing}/public.ts',
    ),
  ],
  [['src-main/base/**'], noPlatform, ban('base imports src-shared only.', ...onlyRoot(SHARED))],
  [
    ['src-main/store/**'],
    noPlatform,
    ban(
      'The store is an engine that knows no room: it imports base and src-shared.',
      ...onlyRoot(SHARED, '../base/**', '../../base/**', '../../migrate.ts'),
    ),
  ],
  [
    ['src-main/store/team/**', 'src-main/store/membership/**'],
    noPlatform,
    ban(
      "The team's part of the store imports the store, base and src-shared.",
      '../../**',
      `!${SHARED}`,
      '!../../base/**',
    ),
  ],
  [
    ['src-main/keychain/**', 'src-main/service-client/**'],
    noPlatform,
    ban(
      'It imports base, store and src-shared; of the root only the types of desk.ts and room.ts.',
      ...onlyRoot(SHARED, '../base/**', '../store/**', '../desk.ts', '../room.ts'),
    ),
  ],
  [
    ['src-main/journal/**'],
    noPlatform,
    ban(
      'The journal imports base, store, service-client and src-shared; of the root only the types of desk.ts, room.ts and notices.ts.',
      ...onlyRoot(
        SHARED,
        '../rules/**',
        '**/base/**',
        '**/store/**',
        '**/service-client/**',
        '../desk.ts',
        '../room.ts',
        '../notices.ts',
      ),
    ),
  ],
  [
    ['src-main/pitches/**'],
    noPlatform,
    noRoot,
    noForeignSql,
    ban(
      'pitches imports journal, prospects, suppressions, composing, credits, and what they stand on.',
      ...otherRooms('clusters', 'connectors', 'demo', 'keychain', 'publishing'),
      ...otherRooms('rankings', 'research', 'sync', 'visibility', 'webhooks'),
    ),
  ],
  [
    ['src-main/*/queries/**'],
    noPlatform,
    ban(
      "SQL of a room imports the engine, base, the room's own rules, and the public.ts of another room.",
      ...onlyRoot('../../../src-shared/**', '../rules/**', '../../base/**', '../../store/**', '../../*/public.ts'),
    ),
  ],
  // The same for queries that have a folder of their own.
  [
    ['src-main/*/queries/*/**'],
    noPlatform,
    ban(
      "SQL of a room imports the engine, base, the room's own rules, and the public.ts of another room.",
      ...onlyRoot('../../../../src-shared/**', '../../rules/**', '../../../base/**', '../../../store/**'),
      ...['!../../../*/public.ts', '!../*.ts', '!../ingest/**', '!../keywords/**'],
    ),
  ],
  [
    ['src-main/shells/electron/**'],
    ban('The desk imports src-shared only.', ...REACT, ...elsewhere('renderer', 'sandbox')),
  ],
  [['src-renderer/**'], noDesk],
  [
    ['src-renderer/{views,table,parts,frame,commands,charts,format}/**'],
    noDesk,
    ban(
      'Components reach the desk by a hook of data/ or a function of state/; stores are in state/.',
      '**/bridge.ts',
      '**/data/desk.ts',
      'zustand',
      'zustand/**',
    ),
  ],
  [
    ['src-renderer/{state,data}/**'],
    noDesk,
    ban(
      'Stores and queries know no component: move what both need to state/, data/ or format/.',
      '../{views,table,parts,frame,commands,charts}/**',
    ),
  ],
  [
    ['src-sandbox/**'],
    ban(
      'The sandbox imports src-shared/service only.',
      ...ELECTRON,
      ...REACT,
      ...elsewhere('main', 'renderer'),
      '**/src-shared/desk/**',
    ),
  ],
]

/** The overrides of biome.json that forbid imports. */
export const importRules = BORDERS.map(([includes, ...patterns]) => ({
  includes,
  linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
}))

const isImportRule = ({ linter }) => linter?.rules?.style?.noRestrictedImports !== undefined

/** These settings of biome, with the import rules of today in place of their own. */
export const withImportRules = (settings) => ({
  ...settings,
  overrides: [...importRules, ...settings.overrides.filter((override) => !isImportRule(override))],
})
