// What other desks may share of composing: that a preview was queued, and drafts that were given to all.
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import {
  beginPreview,
  completePreview,
  prunePreview,
  readyRows,
  takePreviewIn,
} from '../../../src-main/composing/queries/previews.ts'
import { pruneSentDrafts, saveTemplate, shareTemplate } from '../../../src-main/composing/queries/templates.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const openDb = (deskNo = 0) => {
  const { db } = openForWriting({ ...tempHome(), deskNo }, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  return db
}

const freeze = (db: ReturnType<typeof openDb>, id: string) => {
  beginPreview(db, { id, atMs: 10 })
  completePreview(db, { id, atMs: 11 })
}

const alreadyQueued = expect.objectContaining({ kind: 'conflict' })

test('a preview that was queued is known by its id alone, and not queued again', () => {
  const db = openDb()
  freeze(db, 'one')
  freeze(db, 'two')
  takePreviewIn(db, { id: 'one', afterMs: 0, atMs: 20, intentIds: ['intent_1'] })
  expect(() => takePreviewIn(db, { id: 'one', afterMs: 0, atMs: 21, intentIds: [] })).toThrow(alreadyQueued)
  // Its rows went, and a copy of them came back.
  db.core.exec("DELETE FROM preview WHERE id = 'one'")
  freeze(db, 'one')
  expect(() => readyRows(db, { id: 'one', afterMs: 0 })).toThrow(alreadyQueued)
  expect(readyRows(db, { id: 'two', afterMs: 0 }).rows).toEqual([])
})

test('that a preview was queued is forgotten once it has expired, and by no desk that shares it', () => {
  for (const [deskNo, left] of [
    [0, 0],
    [3, 1],
  ] as const) {
    const db = openDb(deskNo)
    freeze(db, 'one')
    takePreviewIn(db, { id: 'one', afterMs: 0, atMs: 20, intentIds: [] })
    prunePreview(db, { untilMs: 19 })
    expect(db.core.prepare('SELECT count(*) FROM preview_use').pluck().get()).toBe(1)
    prunePreview(db, { untilMs: 20 })
    expect(db.core.prepare('SELECT count(*) FROM preview_use').pluck().get()).toBe(left)
  }
})

test('a template is shared, a draft is its author’s own; one that was shared is not deleted after it was sent', () => {
  const db = openDb()
  const common = { brandId: null, name: 'One', subject: '', body: '', recipients: [], updatedAtMs: 1 }
  saveTemplate(db, { ...common, id: 'template', kind: 'template' })
  for (const id of ['own', 'given']) saveTemplate(db, { ...common, id, kind: 'draft' })
  const brandId = insertBrand(db, newBrand('Acme')).id
  saveTemplate(db, { ...common, id: 'given', kind: 'draft', brandId })
  shareTemplate(db, { id: 'given' })
  saveTemplate(db, { ...common, id: 'given', kind: 'draft', brandId, name: 'Two' })
  const shared = db.core.prepare('SELECT id FROM template WHERE is_shared = 1 ORDER BY id').pluck()
  expect(shared.all()).toEqual(['given', 'template'])

  db.core.exec(`INSERT INTO intent (id, brand_id, kind, state, created_at_ms, is_paused, details)
    VALUES ('sent', 'brand_1', 'queue', 'confirmed', 1, 0, '{}');
    UPDATE template SET sent_at_ms = 1, intent_ids = '["sent"]' WHERE kind = 'draft'`)
  pruneSentDrafts(db, { untilMs: 2 })
  expect(db.core.prepare('SELECT id FROM template ORDER BY id').pluck().all()).toEqual(['given', 'template'])
})
