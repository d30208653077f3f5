// What of the journal keeps a desk from setting up or joining a team. The demo's intents are in none.
import type { Database } from 'better-sqlite3'
import { OF_DEMO, sentenceOf } from '../../store/membership/own-rows.ts'

const OPEN = `SELECT count(*) FROM intent WHERE state IN ('held', 'ready', 'in_flight') AND brand_id NOT IN ${OF_DEMO}`

export const openActions = sentenceOf(
  OPEN,
  (count) => `${count} ${count === 1 ? 'action waits' : 'actions wait'} to be sent. Let them end, or cancel them.`,
)

const TWICE = `
  SELECT b.name AS brand, i.subject AS contact, count(*) AS pitches
  FROM intent_item i JOIN intent n ON n.no = i.intent_no JOIN brand b ON b.id = n.brand_id
  WHERE n.kind = 'queue' AND i.contact_id IS NOT NULL AND i.state IN ('waiting', 'in_flight', 'unknown') AND b.demo = 0
  GROUP BY n.brand_id, i.contact_id HAVING count(*) > 1 ORDER BY b.name, i.subject`
const SHOWN = 20

/** Contacts with more than one open pitch of a brand: a team allows one. */
export const openTwice = (core: Database): string | null => {
  const rows = core.prepare<[], { brand: string; contact: string; pitches: number }>(TWICE).all()
  const shown = rows.slice(0, SHOWN).map(({ brand, contact, pitches }) => `${contact} of ${brand} (${pitches})`)
  const more = rows.length > SHOWN ? ` and ${rows.length - SHOWN} more` : ''
  if (rows.length === 0) return null
  return `A team allows one open pitch to a contact. Decide the unknown ones in Activity first: ${shown.join(', ')}${more}.`
}
