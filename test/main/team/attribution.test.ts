// What the window shows of a shared row says who changed it and when; on a desk alone it says nothing.
import { describe, expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { getTemplate, listTemplates, saveTemplate } from '../../../src-main/composing/queries/templates.ts'
import { listVersions } from '../../../src-main/connectors/queries/connector-versions.ts'
import { creditTotals, setBudgets } from '../../../src-main/credits/queries/credits.ts'
import { createShownMark, saveMarks } from '../../../src-main/prospects/queries/prospect-marks.ts'
import { auditsPage, beginAudit, endAudit } from '../../../src-main/research/queries/audits.ts'
import { listBasket, saveBasket } from '../../../src-main/research/queries/basket.ts'
import { saveSettings, settingChanges } from '../../../src-main/settings/queries/team-settings.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { addSuppressions, suppressionsPage } from '../../../src-main/suppressions/queries/suppressions.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const page = { brandIds: 'all', limit: 50 } as const

/** A desk with one row of each; in a team they are signed. */
const openDesk = (deskNo: number) => {
  const { db } = openForWriting({ ...tempHome(), deskNo }, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const brandId = insertBrand(db, newBrand('Acme')).id
  const template = { id: 't', kind: 'template', brandId, name: 'One', subject: '', body: '', recipients: [] } as const
  saveTemplate(db, { ...template, recipients: [], updatedAtMs: 1 })
  addSuppressions(db, { entries: [{ kind: 'domain', value: 'a.example', reason: '' }], atMs: 1 })
  saveMarks(db, { brandId, prospectIds: ['p'], addTags: [], removeTags: [], note: 'seen' })
  const no = beginAudit(db, { brandId, url: 'https://a.example', atMs: 1 })
  endAudit(db, { no, outcome: { state: 'done', overallScore: 1, totalTests: 1, passedTests: 1, error: null } })
  saveBasket(db, { brandId, entries: [{ keyword: 'tea', state: 'keep' }], atMs: 1 })
  setBudgets(db, { brandIds: [brandId], monthlyBudget: 5 })
  saveSettings(db, { isSendingHeld: true })
  db.core
    .prepare(`INSERT INTO connector_version (brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
      VALUES (?, 1, 1, 1, '[]', '[]')`)
    .run(brandId)
  const shown = () => ({
    template: getTemplate(db, { id: 't' }),
    listed: listTemplates(db, { brandIds: 'all', withRecipients: false })[0],
    suppression: suppressionsPage(db, page).rows[0],
    mark: createShownMark(db)(brandId, 'p'),
    audit: auditsPage(db, page).rows[0],
    basket: listBasket(db, { brandIds: [brandId] })[0],
    budget: creditTotals(db, { brandIds: [brandId], monthStartMs: 0 })[0],
    setting: settingChanges(db, {})[0],
    version: listVersions(db, { brandId, limit: 1 })[0],
  })
  const sign = (values: string) => {
    for (const table of [
      'template',
      'suppression',
      'prospect_mark',
      'audit',
      'connector_version',
      'basket_keyword',
      'team_setting',
      'credit_budget',
    ])
      db.core.exec(`UPDATE ${table} SET ${values}`)
  }
  return { db, shown, sign }
}

describe('a shared row', () => {
  test('says who made it, then who changed it last, by name', () => {
    const { db, shown, sign } = openDesk(1)
    db.core.exec("INSERT INTO person VALUES ('ann', 'Ann Lee', 'sender', 1, NULL)")
    sign("made_by = 'ann'")
    const by = (login: string, name: string, changedAt: string | null) => ({ changedBy: { login, name }, changedAt })
    for (const row of Object.values(shown())) expect(row).toMatchObject(by('ann', 'Ann Lee', null))
    sign("changed_by = 'ben', changed_at_ms = 1000")
    for (const row of Object.values(shown())) expect(row).toMatchObject(by('ben', 'ben', '1970-01-01T00:00:01.000Z'))
  })

  test('that was there before the team says nobody', () => {
    const { shown } = openDesk(1)
    for (const row of Object.values(shown())) expect(row).toMatchObject({ changedBy: null, changedAt: null })
  })

  test('of a desk alone has no such fields', () => {
    const { shown } = openDesk(0)
    for (const row of Object.values(shown()))
      for (const name of ['changedBy', 'changedAt', 'madeBy', 'changedAtMs']) expect(row).not.toHaveProperty(name)
  })
})
