import type { RoomMigration } from '../../store/migrate.ts'

/**
 * `preview_use`: that a preview was queued, apart from the preview itself, whose thousands of rendered rows are of use to
 * one desk only. `is_shared`: a template, or a draft that its author gave to all; other drafts are the author's alone.
 */
export const previewUses: RoomMigration = {
  name: 'preview-uses',
  landed: '9585778a8796c064',
  up: (db) =>
    db.exec(`
      CREATE TABLE preview_use (
        preview_id TEXT PRIMARY KEY,
        used_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO preview_use SELECT id, used_at_ms FROM preview WHERE used_at_ms IS NOT NULL;
      ALTER TABLE preview DROP COLUMN used_at_ms;
      ALTER TABLE template ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0;
      UPDATE template SET is_shared = 1 WHERE kind = 'template';
    `),
}
