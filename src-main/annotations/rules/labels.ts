// What happened, in one sentence: the text of annotations that the desk makes itself.
import type { ToolChange } from '../../../src-shared/desk/connectors.ts'

const VERBS = { published: 'Published', scheduled: 'Published as scheduled:', unpublished: 'Unpublished' } as const

type Article = { readonly kind: keyof typeof VERBS; readonly slug: string; readonly isByWebhook: boolean }

export const articleText = ({ kind, slug, isByWebhook }: Article): string =>
  `${VERBS[kind]} ${slug}, confirmed by ${isByWebhook ? 'webhook' : 'the service'}`

const switched = (names: readonly string[], to: 'on' | 'off'): string[] =>
  names.length === 0 ? [] : [`${names.join(', ')} switched ${to}`]

export const modelText = ({ on, off }: { readonly on: readonly string[]; readonly off: readonly string[] }): string =>
  `AI tracking: ${[...switched(on, 'on'), ...switched(off, 'off')].join('; ')}`

const every = (days: number): string => (days === 1 ? 'every day' : `every ${days} days`)

export const intervalText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `AI tracking is refreshed ${every(to)}, before ${every(from)}`

const TOOLS_NAMED = 5

/** Null: the catalog does not name the tool. */
export type ToolLabelOf = (tool: string) => string | null

/** Without a label `outreach_discover` in words: notes are Markdown, which takes underscores for signs. */
const toolText = ({ tool, to }: ToolChange, labelOf: ToolLabelOf): string =>
  `${labelOf(tool) ?? tool.replaceAll('_', ' ')} ${to === 'allow' ? 'allowed' : 'denied'}`

/** Names the first tools of a long change. */
export const permissionText = (changes: readonly ToolChange[], isByDesk: boolean, labelOf: ToolLabelOf): string => {
  const named = changes.slice(0, TOOLS_NAMED).map((change) => toolText(change, labelOf))
  const more = changes.length > TOOLS_NAMED ? `, ${changes.length - TOOLS_NAMED} more` : ''
  return `Permissions of AI assistants changed${isByDesk ? '' : ' elsewhere'}: ${named.join(', ')}${more}`
}

type Reply = { readonly subject: string | null; readonly site: string | null; readonly isTimeOfReply: boolean }

export const replyText = ({ subject, site, isTimeOfReply }: Reply): string => {
  const pitch = `pitch “${subject ?? 'without subject'}”${site === null ? '' : ` to ${site}`}`
  return isTimeOfReply
    ? `Reply to the ${pitch}`
    : `Reply seen this day: ${pitch}. The service does not say when it came.`
}

type Audit = { readonly url: string; readonly score: number | null; readonly scoreChange: number | null }

const signed = (change: number): string => `${change > 0 ? '+' : '−'}${Math.abs(change)}`

/** After the change of a score: what it is compared with. */
export const VS_AUDIT = 'vs previous audit'

export const auditText = ({ url, score, scoreChange }: Audit): string => {
  const change = scoreChange === null || scoreChange === 0 ? '' : `, ${signed(scoreChange)} ${VS_AUDIT}`
  return `Audit of ${url}: ${score === null ? 'no score' : `score ${score}${change}`}`
}
