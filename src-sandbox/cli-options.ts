import { parseArgs } from 'node:util'
import { SANDBOX_DEFAULTS } from './server.ts'

export type CliOptions = {
  readonly port: number
  readonly brands?: number
  readonly keywords: number
  readonly days: number
  readonly seed: number
  readonly prospects?: number
  readonly contacts?: number
  readonly credits: number
  readonly fresh: boolean
  readonly organizations: number
  readonly profileFile?: string
  readonly searchConsoleFiles: string[]
  readonly readyJson: boolean
  readonly ignoreStdin: boolean
  readonly help: boolean
}

export const HELP = `Usage: npm run sandbox -- [options]

  --port N               port on 127.0.0.1 (default: any free one)
  --brands N             made-up brands (default ${SANDBOX_DEFAULTS.brands}; none with --search-console)
  --keywords N           keywords a brand (default ${SANDBOX_DEFAULTS.keywords})
  --days N               days of rankings up to today (default ${SANDBOX_DEFAULTS.days})
  --seed N               another seed gives other brands, keys and rankings (default ${SANDBOX_DEFAULTS.seed})
  --prospects N          sites a brand (default: 36 to 65, by the seed)
  --contacts N           people a brand, about one in seven without an address; sites are made for them
  --credits N            AI credits a brand (default ${SANDBOX_DEFAULTS.credits})
  --fresh                brands that never had a discovery: no prospects until one ran
  --organizations N      organisations that share the brands (default ${SANDBOX_DEFAULTS.organizations})
  --profile F            service profile or part of one (JSON): moved paths, parameter and field names, limits
  --search-console F...  Search Console "Queries" exports (CSV), each served as one brand
  --ready-json           print one line of JSON with address and keys; end when stdin closes
  --ignore-stdin         with --ready-json: keep running when stdin closes (an Electron utility process has none)
  --help                 this text
`

/** Throws an Error whose message says what is wrong with the arguments. */
export const parseCliOptions = (args: readonly string[]): CliOptions => {
  const { values, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    options: {
      port: { type: 'string' },
      brands: { type: 'string' },
      keywords: { type: 'string' },
      days: { type: 'string' },
      seed: { type: 'string' },
      prospects: { type: 'string' },
      contacts: { type: 'string' },
      credits: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      organizations: { type: 'string' },
      profile: { type: 'string' },
      'search-console': { type: 'string', multiple: true },
      'ready-json': { type: 'boolean', default: false },
      'ignore-stdin': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const brands = wholeNumber('brands', values.brands, undefined, { min: 0, max: 10_000 })
  const searchConsoleFiles = filesOf(tokens)
  const prospects = wholeNumber('prospects', values.prospects, undefined, { min: 0, max: 100_000 })
  const contacts = wholeNumber('contacts', values.contacts, undefined, { min: 0, max: 100_000 })
  if (brands === 0 && searchConsoleFiles.length === 0) throw new Error('--brands 0 leaves no brand to serve')
  return {
    port: wholeNumber('port', values.port, SANDBOX_DEFAULTS.port, { min: 0, max: 65_535 }),
    ...(brands === undefined ? {} : { brands }),
    keywords: wholeNumber('keywords', values.keywords, SANDBOX_DEFAULTS.keywords, { min: 1, max: 100_000 }),
    days: wholeNumber('days', values.days, SANDBOX_DEFAULTS.days, { min: 1, max: 3650 }),
    seed: wholeNumber('seed', values.seed, SANDBOX_DEFAULTS.seed, { min: 0, max: 2 ** 32 - 1 }),
    ...(prospects === undefined ? {} : { prospects }),
    ...(contacts === undefined ? {} : { contacts }),
    credits: wholeNumber('credits', values.credits, SANDBOX_DEFAULTS.credits, { min: 0, max: 1_000_000_000 }),
    fresh: values.fresh,
    organizations: wholeNumber('organizations', values.organizations, SANDBOX_DEFAULTS.organizations, {
      min: 1,
      max: 10_000,
    }),
    ...(values.profile === undefined ? {} : { profileFile: values.profile }),
    searchConsoleFiles,
    readyJson: values['ready-json'],
    ignoreStdin: values['ignore-stdin'],
    help: values.help,
  }
}

type Range = { readonly min: number; readonly max: number }

const wholeNumber = <Fallback extends number | undefined>(
  name: string,
  text: string | undefined,
  fallback: Fallback,
  { min, max }: Range,
): number | Fallback => {
  if (text === undefined) return fallback
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Error(`--${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`)
}

type Token = { readonly kind: string; readonly name?: string; readonly value?: string | boolean | undefined }

/** Files may follow one flag in a row, or the flag may be repeated; a word that follows anything else is a mistake. */
const filesOf = (tokens: readonly Token[]): string[] => {
  const files: string[] = []
  let isTakingFiles = false
  for (const { kind, name, value } of tokens) {
    if (kind !== 'positional') isTakingFiles = name === 'search-console'
    if (kind === 'positional' && !isTakingFiles) throw new Error(`${JSON.stringify(value)} belongs to no option`)
    if (isTakingFiles && typeof value === 'string') files.push(value)
  }
  return files
}
