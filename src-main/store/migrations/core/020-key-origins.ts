import type { Migration } from '../../migrate.ts'

/**
 * The origin that proved each brand's key, and a seal that ties the two together. A key that worked until now was proved
 * at the service address of this moment; its seal comes with the next proof.
 */
export const keyOrigins: Migration = {
  name: 'key-origins',
  up: (db) => {
    db.exec('ALTER TABLE brand ADD COLUMN key_origin TEXT; ALTER TABLE brand ADD COLUMN key_seal TEXT')
    const sql = "SELECT json_extract(value, '$.baseUrl') FROM setting WHERE key = 'profile'"
    const baseUrl = db.prepare(sql).pluck().get()
    if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return
    db.prepare("UPDATE brand SET key_origin = ? WHERE demo = 0 AND key_state = 'ok'").run(new URL(baseUrl).origin)
  },
}
