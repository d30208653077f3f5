import { EXPORT_LIST_NAMES } from '../../../src-shared/desk/export-lists.ts'

const PER_LINE = 7

/** The names over several lines, as the help indents them. */
const wrapped = (names: readonly string[]): string =>
  Array.from({ length: Math.ceil(names.length / PER_LINE) }, (_, line) =>
    names.slice(line * PER_LINE, (line + 1) * PER_LINE).join(', '),
  ).join(`,\n${' '.repeat(34)}`)

export const HELP = `Usage: desk <command>

  desk call <name> [json | -]     any call of the desk's contract; - reads the input from stdin
  desk today [--brand a] [--json] lists what needs attention, ranked as in the window
  desk sync [--brands a,b] [--datasets rankings,clusters] [--json]
                                  syncs now and waits; exit code 1 if something failed
  desk export <list> [--brands a,b] [--format csv|json|tsv] [--out file] [--headers words|machine]
                     [--search text] [--sort field:asc|desc] [--day YYYY-MM-DD] [--compare-day YYYY-MM-DD]
                     [--input json]
                                  writes every matching row into the exports folder, or to a file (- is stdout);
                                  --input is the input of the list's call, for example its filter; a list without
                                  pages is filtered by its columns: --input '{"filter":{"state":["failed"]}}';
                                  intent-items needs {"id":"…"}, suggestions and doctor need one brand;
                                  lists: ${wrapped(EXPORT_LIST_NAMES)}
  desk pitches <file.csv|file.jsonl> [--hold seconds] [--mailbox id] [--accept codes] [--json]
                                  queues a file of pitches (brand, prospectEmailId, subject, body), waits for the end
                                  and shows the results by brand; exit code 1 if not all of them succeeded;
                                  --accept already-queued,contacted-before contacts people again who already have a pitch,
                                  truncated-subject,truncated-body sends what the service cuts (500, 50,000 characters)
  desk playbook list|status [run] [--json]
  desk playbook dry-run|run <name> [--brand a,b] [--json]
  desk playbook continue|cancel <run>|approve|retry|skip <run> <step> [--name N] [--note text] [--reason text]
                     [--accept-budget] [--session-only] [--json]
                                  runs the steps of a playbook until one asks you: it then says what to confirm, exit
                                  code 3; a failed step, exit code 1; it confirms nothing without you; the key of a
                                  new brand is asked for, or read from stdin
  desk report <template> [--brands a,b | --tag t|all] [--period 2026-10|last-month|from..to] [--formats pdf,html,csv]
                     [--out folder] [--zip] [--json]
                                  makes a report of each brand, in all three formats where none are named, with
                                  progress; exit code 1 if a brand failed or a format could not be made;
                                  PDF needs Chrome, Edge or Chromium; templates: monthly, monthly-de, short, or your own
  desk doctor <brand> [--json]    tests each read endpoint: fields received, fields that do not match, suggested
                                  mappings; exit code 1 if something failed
  desk listen [--brand a,b] [--forward-to URL] [--json]
                                  prints webhook deliveries until Ctrl-C; --json prints one JSON object per line
  desk team status|check <url>|leave [--offline]|sign-in|check-copy|gc [--older-than-days 30] [--json]
  desk team init <url> --name "Ann Lee" [--desk-name office]
                                  sets up a team in an empty PostgreSQL database with what this desk has; the password
                                  is asked for, or read from stdin, never part of the address
  desk team join <url> [--desk-name office] [--discard]
                                  works with the team's data from now on; --discard gives up this desk's own
  desk team people list|add <login> --name N --role reader|writer|sender|admin [--brands a,b]|remove <login>
                   |role <login> <role>|brands <login> --brands all|a,b
  desk team approval on|off [--brands a,b]
                                  whether a sender releases what a writer queues
  desk mcp                        serves an AI assistant on stdin and stdout (Model Context Protocol): read-only tools
                                  over the brands allowed in Settings → Assistants on this machine
  desk open                       prints a new address of the running desk
  desk --help | --version

Name a brand by its id, slug or name. Values are JSON on stdout, exit code 0; an error is JSON on
stderr, exit code 1; an unknown command, exit code 2. The command asks the desk that runs on the data folder
(AGENCY_DESK_HOME); if none runs, it opens the folder itself until it is done.
`
