// Phrases that the vocabulary replaced in what a user reads. `not` is as users saw it: each of them must be found.

export type Replaced = {
  readonly not: readonly string[]
  readonly say: string
  readonly pattern: RegExp
  /** Files where the phrase is the service's own name of something else. */
  readonly exceptIn?: RegExp
}

export const REPLACED: readonly Replaced[] = [
  { not: ['open its act', 'show its act', 'acts on 3 brands'], say: 'action; View details', pattern: /\bacts?\b/i },
  {
    not: ['came to 3 sites', 'how it ended', 'a remark'],
    say: 'Result, Note',
    pattern: /\bcame to\b|how it ended|\bremarks?\b/i,
  },
  { not: ['Look', 'look again', 'was looked at'], say: 'View', pattern: /^look$|\blook (again|at)\b|\blooked at\b/i },
  {
    not: ['Let all sends go', 'let them go', 'the sends were not let go'],
    say: 'Resume sending; Could not resume sending',
    pattern: /\blets? (them|all|it|\S+ \S+|\S+) go\b|\bsends? were not\b/i,
  },
  { not: ['Hold all sends'], say: 'Pause all sending', pattern: /\ball sends\b/i },
  { not: ['Call off', 'call it off', 'called off'], say: 'Cancel', pattern: /\bcall(ed)? (it |them )?off\b/i },
  { not: ['Take back', 'taken back', 'Unqueue'], say: 'Unsend', pattern: /\btak(e|en) back\b|\bunqueued?\b/i },
  { not: ['what becomes of it', 'what became of it'], say: 'Results', pattern: /\bbec(omes|ame) of\b/i },
  { not: ['saved here'], say: 'Created (an intent); Saved 10:42 (a draft)', pattern: /\bsaved here\b/i },
  {
    not: ['Mend it', '2 lines to be mended', 'change it'],
    say: 'Fix, Edit',
    pattern: /\bmend(ed|s)?\b|\bchange it\b/i,
  },
  {
    not: ['4 warnings to accept or mend', '4 warnings are to be accepted', 'accept the other 3'],
    say: 'Resolve 4 warnings; Accept remaining 3',
    pattern: /\bto be accepted\b|\baccept or\b|\baccept the other\b/i,
  },
  {
    not: ['nothing was added: 2 lines'],
    say: '2 lines need fixing; nothing was added',
    pattern: /nothing was added: /i,
  },
  { not: ['Nothing is sent from here'], say: 'Nothing is sent until you confirm', pattern: /\bsent from here\b/i },
  {
    not: ['How it goes', 'What goes, brand by brand'],
    say: 'Sending; Summary by brand',
    pattern: /\bhow it goes\b|\bbrand by brand\b/i,
  },
  {
    not: ['Words', 'Back to these words'],
    say: 'Message; Edit message',
    pattern: /^words\b|\b(the|these|those|your) words\b/i,
  },
  {
    not: ['written to before', 'their site'],
    say: 'Last contacted; someone at this site',
    pattern: /\bwritten to\b|\btheir site\b/i,
  },
  { not: ['waits in the queue'], say: 'Queued', pattern: /waits? in the queue/i },
  {
    not: ['brackets were left over'],
    say: 'Unfilled placeholder',
    pattern: /\bbrackets were\b|\bleft over\b|\bleft-over\b/i,
  },
  { not: ['a variable is not known'], say: 'Unknown variable', pattern: /\b(is|are) not known\b/i },
  { not: ['it does not buy their addresses'], say: 'E-mail lookup not included', pattern: /\bdoes not buy\b/i },
  {
    not: ['its people are not searched for'],
    say: 'Creator platforms are not searched',
    pattern: /\bnot searched for\b/i,
  },
  { not: ['up to 5 credits × 0 sites'], say: 'Nothing to search', pattern: /× 0 sites/i },
  { not: ['discovery runs'], say: 'Discovery started', pattern: /\bdiscovery runs\b/i },
  { not: ['relationship sweep: completed'], say: '(hidden when idle)', pattern: /\brelationship sweep: /i },
  { not: ['well', 'all well'], say: 'Healthy', pattern: /^(all )?well$/i },
  { not: ['desk running'], say: 'Connected', pattern: /\bdesk running\b/i },
  { not: ['review window'], say: 'Last 28 days', pattern: /\breview window\b/i },
  { not: ['14 Nov against 21 Nov'], say: 'vs', pattern: /\bagainst\b/i },
  {
    not: ['No keyword fits', 'is in what the filters ask for'],
    say: 'No keywords match these filters',
    pattern: /\bfits?\b|what the filters ask/i,
  },
  { not: ['usual columns and widths'], say: 'Reset columns', pattern: /\busual columns\b/i },
  { not: ['positions of 28 days'], say: '28-day trend', pattern: /\bpositions of \d+ days\b/i },
  {
    not: ['may come back', 'expected back'],
    say: 'Possible refund, Expected refund',
    pattern: /\bmay come back\b|\bexpected back\b/i,
  },
  {
    not: ['Budget a month', '60 requests a minute', 'the month is UTC’s', "the month is UTC's"],
    say: 'Monthly budget, Requests per minute, Months in UTC',
    pattern: /\ba month\b|\brequests a minute\b|\bis UTC[’']s/i,
  },
  {
    not: ['Stands for', 'whom no brand writes to', 'who stands on the list'],
    say: 'Type; People no brand may contact',
    pattern: /\bstands?\b|\bstood\b|\bwhom\b|\bbrand writes to\b/i,
  },
  {
    not: ['read anew', 'read again'],
    say: 'Refresh (one view), Sync (everything)',
    pattern: /\banew\b|\bread again\b/i,
  },
  { not: ['none refused'], say: 'No conflicts', pattern: /\bnone refused\b/i },
  {
    not: ['the secret before it', 'I have put it away'],
    say: 'Previous secret; I’ve saved it',
    pattern: /\bsecret before\b|\bput it away\b/i,
  },
  { not: ['Nothing was refused yet'], say: 'No refused requests yet', pattern: /\bnothing was refused\b/i },
  {
    not: ['applied again', 'as this delivery says'],
    say: 'Replayed; calendar updated',
    pattern: /\bapplied again\b|\bdelivery says\b/i,
  },
  { not: ['a guess', 'guessed from its pages'], say: 'detected', pattern: /\bguess(ed|es)?\b/i },
  { not: ['one a chip'], say: 'press Enter after each', pattern: /\bone a (chip|line)\b/i },
  { not: ['UTC · mine', 'Mine: UTC'], say: 'Your time (UTC)', pattern: /· mine\b|\bmine: utc/i },
  { not: ['last look at outreach that the service works on'], say: 'Outreach last checked', pattern: /\blast look\b/i },
  {
    not: ['the doctor asks every reading operation'],
    say: 'Tests each read endpoint',
    pattern: /\breading operations?\b/i,
  },
  { not: ['whatever stands here'], say: 'regardless of this setting', pattern: /\bwhatever\b|\bwho(m)?ever\b/i },
  { not: ['nothing is called "x"'], say: 'No results for "x"', pattern: /\bnothing is called\b/i },
  {
    not: ['single letters rest while you type'],
    say: 'Shortcuts are off while you type',
    pattern: /\bsingle letters\b/i,
  },
  { not: ['the program is not whole'], say: 'Installation is incomplete', pattern: /\bnot whole\b/i },
  {
    not: ['AI visibility', 'the next AI-visibility refresh'],
    say: 'AI tracking',
    pattern: /\bAI[ -]visibility\b/i,
    exceptIn: /\/(clusters|overview|visibility)\/|\/figures\.ts$/,
  },
  {
    not: ['goes on', 'by itself', 'going out', 'once more', 'you are told', 'tells of'],
    say: 'continues, automatically, sent, again, shows',
    pattern:
      /\bgo(es|ing)? on\b|\bby itself\b|\beverybody\b|\bgo(es|ing|ne)? out\b|\bonce more\b|\btold\b|\btells? of\b/i,
  },
]

/** Idioms with no plain use: not in names, comments, tests and pages either. */
export const IDIOMS: readonly RegExp[] = [
  /what becomes of/i, // results
  /came to nothing/i, // failed
  /of its own accord/i, // itself
  /who stands/i, // who is
  /as it stands/i, // unchanged
  /whatever stands/i, // regardless of
  /\bteller\b|createConfirmationTeller/i, // notifier
  /\bcall(ed)? off\b/i, // cancel
  /\blets? go (of|them|it)\b|\bis let go\b/i, // release
  /\bstands? for\b/i, // means, replaces
  /\b(is|are|was|were) told\b|\btold of\b/i, // shows, is reported, is notified
  /\bbecame of\b/i, // result
  /\banew\b/i, // again
  /\btaken back\b/i, // unsent, undone, reset
  /\banother hand\b/i, // another user
  /\blaid over\b/i, // merged into
  /\bkept apart\b/i, // separate
  /\bwho(m)?ever\b|\bonce more\b/i, // each holder, again
  /createEmptiness|\bnoteRead\b/, // recordFreshness
]
