// One call of each write function whose rows desks share, in an order in which each finds what it changes. Brands b1 and b2 are
// there.
const ITEM = { label: 'c', refId: 'c', batch: 0 }
const intent = (id: string, brandId = 'b1') => ({
  id,
  kind: 'queue',
  brandId,
  details: {},
  holdMs: 1000,
  items: [{ ...ITEM, refId: id }],
})
const atMs = 5

export const SHARED_WRITES: readonly { readonly name: string; readonly args: object }[] = [
  {
    name: 'brands.insert',
    args: { id: 'b3', name: 'Third', teamId: null, keyState: 'missing', keyIn: null, demo: false, createdAtMs: 1 },
  },
  { name: 'brands.update', args: { id: 'b3', patch: { name: 'The third' } } },
  { name: 'settings.save', args: { isSendingHeld: true } },
  { name: 'suppressions.add', args: { entries: [{ kind: 'address', value: 'a@b.c', reason: '' }], atMs } },
  { name: 'suppressions.remove', args: { values: ['a@b.c'] } },
  { name: 'prospects.mark', args: { brandId: 'b1', prospectIds: ['p1'], addTags: ['x'], removeTags: [] } },
  {
    name: 'rankings.mark',
    args: { keywords: [{ brandId: 'b1', keyword: 'k' }], star: true, addTags: [], removeTags: [] },
  },
  { name: 'basket.save', args: { brandId: 'b1', entries: [{ keyword: 'k', state: 'new', note: '' }], atMs } },
  { name: 'basket.remove', args: { brandId: 'b1', keywords: ['k'] } },
  { name: 'outreach.savePace', args: { brandId: 'b1', spacingMs: 0.1, atMs } },
  { name: 'credits.setBudgets', args: { brandIds: ['b1', 'b2'], monthlyBudget: 7 } },
  { name: 'connectors.savePreset', args: { id: 'x', name: 'X', permissions: {} } },
  { name: 'connectors.removePreset', args: { id: 'x' } },
  {
    name: 'connectors.save',
    args: {
      brandId: 'b1',
      catalog: { brandId: 't', canManage: true, syncEnabled: false, tools: [] },
      askedAtMs: 1,
      fetchedAtMs: 2,
      ownTools: null,
    },
  },
  { name: 'connectors.saveOrganizations', args: { organizations: [{ brandId: 'b1', organization: 'o' }] } },
  { name: 'auditSites.save', args: { brandId: 'b1', url: 'https://a.b/', remindEveryDays: 7, atMs } },
  { name: 'auditSites.reminded', args: { reminded: [{ brandId: 'b1', dueAtMs: 9 }] } },
  { name: 'audits.begin', args: { brandId: 'b1', url: 'https://a.b/', atMs } },
  { name: 'audits.settle', args: {} },
  { name: 'audits.saveReply', args: { no: 1, brandId: 'b1', reply: '{}' } },
  {
    name: 'templates.save',
    args: {
      id: 't',
      kind: 'template',
      brandId: null,
      name: 'T',
      subject: 'S',
      body: 'B',
      recipients: [],
      updatedAtMs: atMs,
    },
  },
  { name: 'templates.remove', args: { id: 't' } },
  { name: 'intents.insert', args: { intents: [intent('i1'), intent('i2', 'b2')], atMs } },
  { name: 'intents.apply', args: { id: 'i1', event: { type: 'pause' }, atMs } },
  { name: 'intents.applyAll', args: { id: 'i1', events: [{ type: 'resume' }, { type: 'release' }], atMs } },
  { name: 'intents.replace', args: { id: 'i2', intents: [intent('i3', 'b2')], atMs } },
]
