export const HELP = `Usage: desk <command>

  desk call <name> [json | -]     any call of the desk's contract; - reads the input from stdin
  desk sync [--brands a,b] [--datasets rankings,clusters] [--json]
                                  fetches anew and waits; exit code 1 where something failed
  desk export rankings [--brands a,b] [--format csv|json] [--search text]
                       [--day YYYY-MM-DD] [--compare-day YYYY-MM-DD] [--sort field:asc|desc]
                                  writes every matching row into the exports folder
  desk pitches <file.csv|file.jsonl> [--hold seconds] [--mailbox id] [--accept codes] [--json]
                                  queues a file of pitches (brand, prospectEmailId, subject, body), waits for the end
                                  and shows what became of each brand's; exit code 1 where not all of them went through;
                                  --accept already-queued,contacted-before writes once more to who has a pitch already,
                                  truncated-subject,truncated-body sends what the service cuts (500, 50,000 characters)
  desk doctor <brand> [--json]    tests each read endpoint: what arrived, what does not fit, which mapping of fields
                                  would fit; exit code 1 where something failed
  desk listen [--brand a,b] [--forward-to URL] [--json]
                                  prints webhook deliveries as they come, until Ctrl-C; one JSON a line with --json
  desk open                       a fresh address of the running desk
  desk --help | --version

A brand is named by its id, its slug or its name. Values are JSON on stdout, exit code 0; an error is JSON on
stderr, exit code 1; a command that is not understood, exit code 2. A desk that runs on the data folder
(AGENCY_DESK_HOME) is asked; else the command opens it for as long as it takes.
`
