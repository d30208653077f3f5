import { EXPORT_LIST_NAMES } from '../../../src-shared/desk/values/export-lists.ts'

const PER_LINE = 7

/** The names over several lines, as the help indents them. */
const wrapped = (names: readonly string[]): string =>
  Array.from({ length: Math.ceil(names.length / PER_LINE) }, (_, line) =>
    names.slice(line * PER_LINE, (line + 1) * PER_LINE).join(', '),
  ).join(`,\n${' '.repeat(34)}`)

const USAGE = {
  call: {
    text: `  desk call <name> [json | -]     any call of the desk's contract; - reads the input from stdin`,
    example: `desk call rankings.page '{"search":"boots"}'`,
  },
  today: {
    text: `  desk today [--brand a] [--json] lists what needs attention, ranked as in the window`,
    example: 'desk today --brand acme',
  },
  opportunities: {
    text: `  desk opportunities <brand> [--pages] [--json]
                                  lists the keywords, or pages, with the most clicks to gain from a position that
                                  similar keywords of the brand have`,
    example: 'desk opportunities acme',
  },
  why: {
    text: `  desk why <brand> [keyword] [--json]
                                  says why it fell: the likely cause of each drop with its figures, and what could not be
                                  checked; the most lost clicks first
  desk why <brand> [keyword | --page address] --cause text|--not-this|--remove [--json]
                                  names the cause of a drop of the keyword, the page or the brand: any text, or a cause that the desk knows, such as demand;
                                  it is shown first from then on; --not-this rejects the cause that was found;
                                  --remove removes the answer`,
    example: 'desk why acme "trail boots" --cause "Out of stock since Monday"',
  },
  sync: {
    text: `  desk sync [--brands a,b] [--datasets rankings,clusters] [--json]
                                  syncs now and waits; exit code 1 if something failed`,
    example: 'desk sync --brands acme --datasets rankings',
  },
  export: {
    text: `  desk export <list> [--brands a,b] [--format csv|json|tsv] [--out file] [--headers words|machine]
                     [--search text] [--sort field:asc|desc] [--day YYYY-MM-DD] [--compare-day YYYY-MM-DD]
                     [--input json]
                                  writes every matching row into the exports folder, or to a file (- is stdout);
                                  --input is the input of the list's call, for example its filter; a list without
                                  pages is filtered by its columns: --input '{"filter":{"state":["failed"]}}';
                                  intent-items needs {"id":"…"}, suggestions and doctor need one brand;
                                  lists: ${wrapped(EXPORT_LIST_NAMES)}`,
    example: 'desk export rankings --brands acme --format csv --out rankings.csv',
  },
  pitches: {
    text: `  desk pitches <file.csv|file.jsonl> [--hold seconds] [--mailbox id] [--accept codes] [--json]
                                  queues a file of pitches (brand, prospectEmailId, subject, body), waits for the end
                                  and shows the results by brand; exit code 1 if not all of them succeeded;
                                  --accept already-queued,contacted-before contacts people again who already have a pitch,
                                  truncated-subject,truncated-body sends what the service cuts (500, 50,000 characters)`,
    example: 'desk pitches pitches.csv --hold 0',
  },
  playbook: {
    text: `  desk playbook list|status [run] [--json]
  desk playbook dry-run|run <name> [--brand a,b] [--json]
  desk playbook continue|cancel <run>|approve|retry|skip <run> <step> [--name N] [--note text] [--reason text]
                     [--accept-budget] [--session-only] [--json]
                                  runs the steps of a playbook until one asks you: it then says what to confirm, exit
                                  code 3; a failed step, exit code 1; it confirms nothing without you; the key of a
                                  new brand is asked for, or read from stdin`,
    example: 'desk playbook dry-run "New client" --brand acme',
  },
  report: {
    text: `  desk report <template> [--brands a,b | --tag t|all] [--period 2026-10|last-month|from..to] [--formats pdf,html,csv]
                     [--out folder] [--zip] [--json]
                                  makes a report of each brand, in all three formats where none are named, with
                                  progress; exit code 1 if a brand failed or a format could not be made;
                                  PDF needs Chrome, Edge or Chromium; templates: monthly, monthly-de, short, or your own`,
    example: 'desk report monthly --brands acme --period last-month',
  },
  doctor: {
    text: `  desk doctor <brand> [--json]    tests each read endpoint: fields received, fields that do not match, suggested
                                  mappings; exit code 1 if something failed`,
    example: 'desk doctor acme',
  },
  listen: {
    text: `  desk listen [--brand a,b] [--forward-to URL] [--json]
                                  prints webhook deliveries until Ctrl-C; --json prints one JSON object per line;
                                  on stderr, where it listens and which other programs hold that port`,
    example: 'desk listen --brand acme',
  },
  team: {
    text: `  desk team status|check <url>|leave [--offline]|sign-in|check-copy|gc [--older-than-days 30] [--json]
  desk team init <url> --name "Ann Lee" [--desk-name office]
                                  sets up a team in an empty PostgreSQL database with what this desk has; the password
                                  is asked for, or read from stdin, never part of the address
  desk team join <url> [--desk-name office] [--discard]
                                  works with the team's data from now on; --discard gives up this desk's own
  desk team people list|add <login> --name N --role reader|writer|sender|admin [--brands a,b]|remove <login>
                   |role <login> <role>|brands <login> --brands all|a,b
  desk team approval on|off [--brands a,b]
                                  whether a sender releases what a writer queues`,
    example: 'desk team check postgres://ann@db.example.com/agency',
  },
  mcp: {
    text: `  desk mcp                        serves an AI assistant on stdin and stdout (Model Context Protocol): read-only tools
                                  over the brands allowed in Settings → Assistants on this machine`,
    example: 'desk mcp',
  },
  open: {
    text: `  desk open                       prints a new address of the running desk`,
    example: 'desk open',
  },
} as const

/** The commands, in the order of the help. */
export const COMMAND_NAMES = Object.keys(USAGE) as readonly (keyof typeof USAGE)[] // its own keys

export const isCommandName = (name: string): name is keyof typeof USAGE => Object.hasOwn(USAGE, name)

/** How one command is used, with an example. */
export const helpOf = (name: keyof typeof USAGE): string => {
  const { text, example } = USAGE[name]
  return `Usage:\n\n${text}\n\nExample:\n\n  ${example}\n`
}

export const HELP = `Usage: desk <command>

${COMMAND_NAMES.map((name) => USAGE[name].text).join('\n')}
  desk --help | --version         desk <command> --help shows one command with an example

Name a brand by its id, slug or name. Every command prints text; --json prints JSON instead, also for errors; \`call\`
prints JSON always. Exit code 1: an error, on stderr; 2: an unknown command. The command asks the desk that runs on the data folder
(AGENCY_DESK_HOME); if none runs, it opens the folder itself until it is done.
`
