// A call that lists several brands either leaves out the demo beside own brands, or is named here with the reason.
import { expect, test } from 'vitest'
import { CALL_NAMES, CALL_READS, type CallName, calls } from '../../../src-shared/desk/contract.ts'
import { MIXES_BRANDS } from '../../../src-shared/desk/values/mixed-brands.ts'

const APART: Partial<Record<CallName, string>> = {
  'sync.status': 'a row for each brand',
  'rankings.tags': 'names to choose from',
  'annotations.list': 'events of each brand, no sums',
  'outreach.mailboxes': 'a row for each brand',
  'outreach.templates': 'texts, no figures',
  'intents.list': 'what the desk did, for each brand',
  'webhooks.deliveries': 'what came, for each brand',
  'connectors.matrix': 'a column for each brand',
  'visibility.models': 'a row for each brand',
  'visibility.intervals': 'a row for each brand',
  'research.basket': 'keywords that a person chose',
  'research.auditSites': 'a row for each site',
  'reports.runs': 'files of each brand',
  'reports.packs': 'files of each brand',
  'today.list': 'chooses its brands itself',
  'playbooks.dryRun': 'steps of each brand that is chosen',
  'playbooks.runs': 'steps of each brand',
  'mcp.requests': 'requests of assistants, no figures',
}

const takesBrands = (name: CallName): boolean => {
  const { input } = calls[name]
  return 'shape' in input && 'brandIds' in input.shape
}

test('each call that shows several brands says whether it mixes them', () => {
  const shown = CALL_NAMES.filter((name) => takesBrands(name) && CALL_READS[name].length > 0)
  expect(shown.length).toBeGreaterThan(25)
  expect(shown.filter((name) => MIXES_BRANDS.has(name) === Object.hasOwn(APART, name))).toEqual([])
})
