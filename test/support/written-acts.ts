// What a person asks for that is refused, is needless or changes little, each with its input: for the written desk.
import type { CallName } from '../../src-shared/desk/contract.ts'

export type Told = readonly [CallName, object]

type Named = {
  readonly brandId: string
  readonly other: string
  /** Ids of contacts of the first brand with an address; the first is suppressed. */
  readonly contacts: readonly string[]
  /** A time in the next week. */
  readonly publishAt: string
  /** Actions that ended. */
  readonly queued: string
  readonly published: string
}

const NONE = 'nothing_here'
const NOBODY = 'brand_nobody'

/** Ids that nobody has. */
const unknown = (): Told[] => [
  ['brands.update', { brandId: NOBODY, name: 'X' }],
  ['brands.days', { brandId: NOBODY }],
  ['brands.check', { brandId: NOBODY }],
  ['brands.removal', { brandId: NOBODY }],
  ['rankings.page', { brandIds: [NOBODY] }],
  ['rankings.history', { brandId: NOBODY, keyword: 'tea' }],
  ['causes.forKeyword', { brandId: NOBODY, keyword: 'tea' }],
  ['opportunities.brand', { brandId: NOBODY }],
  ['intents.get', { id: NONE }],
  ['intents.cancel', { id: NONE }],
  ['intents.releaseNow', { id: NONE }],
  ['alerts.get', { id: 'alert_000000000000' }],
  ['alerts.setRule', { id: 'rule_000000000000', isOn: false }],
  ['alerts.removeRule', { id: 'rule_000000000000' }],
  ['annotations.remove', { ids: [NONE] }],
  ['outreach.template', { id: NONE }],
  ['outreach.removeTemplate', { id: NONE }],
  ['outreach.pitch', { intentId: NONE, item: 0 }],
  ['outreach.pitches', { intentId: NONE, items: [0] }],
  ['outreach.recheck', { intentId: NONE }],
  ['outreach.frozen', { previewId: NONE }],
  ['publishing.move', { entryId: 'article_99', publishAt: '2026-06-20T09:00:00.000Z' }],
  ['publishing.settle', { entryId: 'article_99', isOut: true }],
  ['connectors.apply', { planId: NONE }],
  ['connectors.compare', { from: NONE, to: NONE }],
  ['connectors.revert', { brandId: NOBODY, versionId: NONE }],
  ['connectors.removePreset', { id: NONE }],
  ['reports.run', { runId: NONE }],
  ['reports.removeTemplate', { id: NONE }],
  ['reports.removeSchedule', { id: NONE }],
  ['reports.cancel', { runId: NONE }],
  ['playbooks.run', { id: 'r99' }],
  ['playbooks.remove', { id: NONE }],
  ['playbooks.start', { playbookId: NONE }],
  ['today.dismiss', { id: NONE, reason: 'No' }],
  ['webhooks.delivery', { id: NONE }],
  ['webhooks.replay', { id: NONE }],
  ['research.auditParts', { id: 'a99' }],
]

const QUERIES = [
  'SELECT nothing FROM nowhere',
  'DELETE FROM rankings',
  'SELECT brand, count(*) AS n FROM rankings GROUP BY brand',
  'SELECT * FROM clusters LIMIT 0',
  'SELECT 1 FROM rankings\nWHERE keyword =',
  'SELECT keyword\nFROM rankings\nWHERE WHERE 1',
  'SELECT nowhere FROM rankings',
  'SELECT 1 FROM ranking',
  'SELECT upperr(keyword) FROM rankings',
  "SELECT 'open FROM rankings",
  'SELECT 1; SELECT 2',
  '-- nothing',
  'SELECT ? FROM rankings',
  'SELECT :name',
  'SELECT abs(keyword, 1) FROM rankings',
  'WITH one AS (SELECT keyword, clicks FROM rankings ORDER BY clicks DESC, keyword LIMIT 3) SELECT * FROM one',
  "VALUES (1, NULL), (2.5, x'00ff')",
]

/** Known ids, and values that do not fit. */
const unfit = ({ brandId, other, contacts, publishAt }: Named): Told[] => {
  const [suppressed = '', first = '', second = ''] = contacts
  const pitch = (prospectEmailId: string, subject = 'A word', body = 'On your page.') => ({
    prospectEmailId,
    subject,
    body,
  })
  const queue = (...items: object[]): Told => ['outreach.queue', { brandId, items, holdSeconds: 0 }]
  const article = { brandId, provider: 'ghost', holdSeconds: 0 }
  return [
    queue(pitch(suppressed)),
    queue(pitch(NONE)),
    queue(pitch(first)),
    queue(pitch(second), pitch(second, 'Another word')),
    queue(pitch(second, 'Hi {{ contact.name }}')),
    queue(pitch(second, 'A word '.repeat(80))),
    ['outreach.queue', { brandId: other, items: [pitch(second)], holdSeconds: 0 }],
    ['outreach.unqueue', { brandId, conversationIds: [NONE] }],
    ['outreach.findPeople', { brandId, prospectIds: [NONE] }],
    ['outreach.quote', { action: 'findPeople', brandId, prospectIds: [NONE] }],
    ['outreach.setBudget', { brandIds: [other], monthlyBudget: 0 }],
    ['outreach.discover', { brandId: other }],
    ['outreach.matchContacts', { brandId, csv: 'email,subject\na@b.example,Hi\n' }],
    ['outreach.matchContacts', { brandId, csv: 'nothing\n' }],
    ['outreach.suppress', { entries: [{ value: 'not an address' }] }],
    ['outreach.saveTemplate', { brandId, name: 'First', subject: '{{ nobody }}', body: '{% if %}' }],
    ['publishing.publish', { ...article, articleSlugs: ['spring-guide'] }],
    ['publishing.publish', { ...article, articleSlugs: ['a guide', 'a guide'] }],
    ['publishing.schedule', { ...article, articleSlugs: ['autumn-guide'], publishAt }],
    ['publishing.schedule', { ...article, articleSlugs: ['late-guide'], publishAt: '2026-06-01T09:00:00.000Z' }],
    [
      'publishing.space',
      {
        ...article,
        slots: [
          { articleSlug: 'one', publishAt },
          { articleSlug: 'two', publishAt },
        ],
      },
    ],
    ['publishing.unschedule', { ...article, articleSlugs: ['nothing-guide'] }],
    ['publishing.unpublish', { ...article, articleSlugs: ['nothing-guide'] }],
    ['connectors.savePreset', { name: '', permissions: {} }],
    ['visibility.setModel', { brandIds: [brandId], modelId: NONE, isActive: true }],
    ['research.suggest', { brandId, websiteUrl: 'ftp://example.com' }],
    ['research.audit', { brandId, url: 'nowhere' }],
    ['annotations.save', { day: '2026-06-09', untilDay: '2026-06-01', brandIds: [brandId], text: 'Back' }],
    ['alerts.saveRule', { name: 'None', condition: { kind: 'none' } }],
    ['reports.draft', { brandId, period: { from: '2026-06-09', to: '2026-06-01' }, templateId: 'monthly' }],
    ['reports.create', { templateId: 'monthly', brands: { brandIds: [brandId] }, formats: [] }],
    ['rankings.page', { compareDay: '2026-06-01' }],
    ['rankings.page', { cursor: 'eyJub25lIjoxfQ' }],
    ['rankings.history', { brandId, keyword: 'never seen' }],
    ['brands.add', { name: 'Third', key: 'wrong', sessionOnly: true }],
    ['exports.text', { list: 'rankings', input: { sort: { by: 'nothing' } } }],
    ['exports.text', { list: 'intent-items', input: {} }],
    ['service.setProfile', { baseUrl: 'ftp://example.com' }],
    ['service.setProfile', { baseUrl: 'https://ann:secret@example.com/' }],
    ['service.setProfile', { baseUrl: 'https://example.com/?a=1' }],
    ['service.setProfile', { baseUrl: 'nowhere' }],
    ['desk.setSettings', { historyDays: 0 }],
    ['desk.restore', { id: NONE }],
    ['team.join', { url: 'https://example.com' }],
    ['team.people', {}],
    ...QUERIES.map((sql): Told => ['query.run', { sql, limit: 1 }]),
    ['today.list', { brandIds: [other] }],
    ['alerts.mark', { brandIds: [brandId], state: 'seen' }],
    ['alerts.page', { filter: { state: ['new'] } }],
    ['alerts.backTest', { rule: { name: 'Top 3', condition: { kind: 'lost-top-3' } }, days: 30 }],
    ['connectors.presets', {}],
    ['research.setAuditSite', { brandId, url: 'https://example.com/a', remindEveryDays: 30 }],
    ['outreach.searchTerms', { brandId }],
    ['publishing.schedules', { ...article, articleSlugs: ['autumn-guide', 'nothing-guide'] }],
    ['webhooks.setProviders', { brandId, providers: ['ghost', 'wordpress'] }],
    ['publishing.publish', { brandId, provider: 'wordpress', holdSeconds: 0, articleSlugs: ['spring-guide'] }],
    ['publishing.unpublish', { ...article, articleSlugs: ['spring-guide'] }],
    ['visibility.setModel', { brandIds: 'all', modelId: 'chatgpt', isActive: false }],
    ['visibility.setInterval', { brandIds: [brandId], interval: 7 }],
    ...[
      ['keyword_history', { brand: 'x'.repeat(90), keyword: 'tea' }],
      ['keyword_history', { brand: brandId, keyword: 'tea', from: '2026-06-01', to: '2026-06-02' }],
      ['rankings', { brands: ['nobody'] }],
      ['rankings', { search: 'A', minPosition: 2, maxPosition: 40, minImpressions: 90, direction: 'asc' }],
      ['rankings', { starred: true, sort: 'position' }],
      ['clusters', { brands: [other], search: 'SOLAR' }],
      ['prospects', { search: 'journal', status: 'nothing' }],
      ['rankings', { brand: brandId }],
      ['rankings', { limit: -1, more: 1 }],
    ].map(([tool, args]): Told => ['mcp.call', { tool, args }]),
    ['mcp.call', { tool: 'nothing', args: {} }],
    ['mcp.call', { tool: 'query', args: { sql: 'SELECT 1' } }],
  ]
}

/** What is asked of actions that ended. */
const ended = ({ contacts, queued, published }: Named): Told[] => [
  ...[queued, published].flatMap((id): Told[] => [
    ['intents.cancel', { id }],
    ['intents.cancel', { id, items: [0] }],
    ['intents.releaseNow', { id }],
    ['intents.pause', { id, paused: true }],
    ['intents.resolve', { id, as: 'confirmed' }],
    ['intents.resolve', { id, as: 'retry', items: [0] }],
    ['outreach.recheck', { intentId: id }],
    ['outreach.pitch', { intentId: id, item: 0 }],
    ['outreach.pitches', { intentId: id, items: [0, 1, 99] }],
  ]),
  ['outreach.pitch', { intentId: queued, item: 99 }],
  [
    'outreach.resend',
    { intentId: queued, items: [{ item: 0, prospectEmailId: contacts[1], subject: 'Now', body: 'Again' }] },
  ],
]

export const refusals = (named: Named): Told[] => [...unknown(), ...ended(named), ...unfit(named)]

/** Files of pitches. BRAND and CONTACT1 are replaced by a brand and a contact of the agency. */
export const PITCHES = {
  'good.csv': 'brand,prospectEmailId,subject,body\nBRAND,CONTACT5,A file,"One,\ntwo"\nBRAND,CONTACT6,A file,Three\n',
  'again.jsonl': '{"brand":"BRAND","prospectEmailId":"CONTACT1","subject":"Again","body":"Four"}\n',
  'bad.csv':
    'brand,prospectEmailId,subject,body\nnobody,CONTACT5,A file,One\nBRAND,,A file,Two\nBRAND,CONTACT6,A file,\n',
  'bad.jsonl': '[]\n\nno JSON\n{"brand":7}\n',
  'broken.csv': 'brand,prospectEmailId\n"BRAND,one\n',
  'empty.csv': 'brand,prospectEmailId,subject,body\n',
}

const words = (text: string): string[] => text.split(' ')

/** NAME, KEYWORD and FOLDER are replaced by a brand, a keyword that dropped, and a folder. */
export const COMMANDS: readonly (readonly string[])[] = [
  ...[
    'today',
    'today --brand NAME',
    'today --json --brand NAME',
    'opportunities NAME',
    'opportunities NAME --pages',
    'why NAME',
    'sync --brands NAME --datasets clusters',
    'sync --brands NAME --datasets mailboxes,outbox --json',
    'playbook list',
    'playbook status',
    'doctor NAME',
    'team status',
    'team status --json',
    'team people list',
    'export rankings --brands NAME --out - --format tsv --sort clicks:desc --search solar',
    'export clusters --brands NAME --out - --format json',
    'export competing-pages --out - --headers machine',
    'export outbox --brands NAME --out FOLDER/outbox.csv',
    'export intent-items --out -',
    'export rankings --sort nothing:asc',
    'export rankings --sort clicks:up',
    'export rankings --input nothing',
    'export rankings --day yesterday',
    'pitches FOLDER/bad.csv',
    'pitches FOLDER/bad.jsonl',
    'pitches FOLDER/broken.csv',
    'pitches FOLDER/empty.csv',
    'pitches FOLDER/none.csv',
    'pitches FOLDER/again.jsonl --hold 0',
    'pitches FOLDER/good.csv --hold soon',
    'pitches FOLDER/good.csv --hold 0 --accept already-queued,contacted-before',
    'report short --brands NAME --period 2026-05 --formats csv --out FOLDER/reports',
    'report short --brands NAME --formats docx',
    'report short --brands NAME --tag spring',
    'report short --period soon',
    'report nothing --brands NAME',
    'today --brand nobody',
    'export ranking',
    'opportunities',
    'sync --datasets clusterz',
    'why NAME nothing',
    'why',
    'doctor',
    'doctor nobody',
    'pitches',
    'playbook',
    'playbook walk',
    'playbook status r99',
    'playbook approve r1',
    'playbook cancel r99',
    'team',
    'team init',
    'team join https://example.com',
    'team people add ann --name Ann --role king',
    'team approval maybe',
    'listen --forward-to nowhere',
    'mcp now',
    'tody',
    'help export',
    'help exprt',
    'call brands.lst',
    'call brands.list {',
  ].map(words),
  ['why', 'NAME', 'KEYWORD'],
  ['why', 'NAME', 'KEYWORD', '--cause', 'demand'],
  ['why', 'NAME', 'KEYWORD', '--not-this', '--remove'],
  ['why', 'NAME', 'KEYWORD', '--remove'],
  ['playbook', 'dry-run', 'New client'],
  ['playbook', 'dry-run', 'Monthly health check', '--brand', 'NAME'],
  ['playbook', 'dry-run', 'Before a lunch'],
  ['playbook', 'run', 'Key was replaced', '--brand', 'NAME'],
  ['playbook', 'run', 'Monthly health check', '--brand', 'NAME'],
  ['playbook', 'skip', 'r2', '9'],
  ['playbook', 'cancel', 'r2'],
  ['playbook', 'status', 'r1'],
  ['playbook', 'status'],
]
