import { parseArgs } from 'node:util'
import { SANDBOX_DEFAULTS } from './server.ts'

export const HELP = `Usage: npm run sandbox -- [options]

  --port N               port on 127.0.0.1 (default: any free one)
  --brands N             made-up brands (default ${SANDBOX_DEFAULTS.brands}; none with --search-console)
  --keywords N           keywords a brand (default ${SANDBOX_DEFAULTS.keywords})
  --conflicts N          keywords a brand for which two pages compete (default: none)
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

/** The options that take a whole number: the smallest and the largest. */
const RANGES = {
  port: [0, 65_535],
  brands: [0, 10_000],
  keywords: [1, 100_000],
  conflicts: [0, 100_000],
  days: [1, 3650],
  seed: [0, 2 ** 32 - 1],
  prospects: [0, 100_000],
  contacts: [0, 100_000],
  credits: [0, 1_000_000_000],
  organizations: [1, 10_000],
} as const
type NumberName = keyof typeof RANGES
const NUMBER_NAMES = Object.keys(RANGES) as NumberName[] // keys of a const object
const numberOptions = Object.fromEntries(NUMBER_NAMES.map((name) => [name, { type: 'string' }])) as {
  [Name in NumberName]: { type: 'string' } // one for each name
}

/** Throws an Error whose message says what is wrong with the arguments. */
export const parseCliOptions = (args: readonly string[]) => {
  const { values, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    options: {
      ...numberOptions,
      fresh: { type: 'boolean', default: false },
      profile: { type: 'string' },
      'search-console': { type: 'string', multiple: true },
      'ready-json': { type: 'boolean', default: false },
      'ignore-stdin': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { brands: _, ...defaults } = SANDBOX_DEFAULTS
  const numbers: { [Name in NumberName]?: number } = { ...defaults }
  for (const name of NUMBER_NAMES) {
    const text = values[name]
    if (text !== undefined) numbers[name] = wholeNumber(name, text)
  }
  const searchConsoleFiles = filesOf(tokens)
  if (numbers.brands === 0 && searchConsoleFiles.length === 0) throw new Error('--brands 0 leaves no brand to serve')
  return {
    ...numbers,
    fresh: values.fresh,
    profileFile: values.profile,
    searchConsoleFiles,
    readyJson: values['ready-json'],
    ignoreStdin: values['ignore-stdin'],
    help: values.help,
  }
}
export type CliOptions = ReturnType<typeof parseCliOptions>

const wholeNumber = (name: NumberName, text: string): number => {
  const [min, max] = RANGES[name]
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
