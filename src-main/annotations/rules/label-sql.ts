// The sentences of labels.ts as SQL, case and accents folded: what a search compares. Each word is looked for by itself and
// holds no space. So no row is read for a word of ours, and nothing is put together for one that none of ours can be in.
import { accentFold } from '../../base/text.ts'
import { accentFoldedSql } from '../../store/search-text.ts'
import { articleText, auditText, replyText, VS_AUDIT } from './labels.ts'

/** In the place of what the row says; no label has it. */
const SLOT = '\u{f8ff}'

/** `when`: SQL of the rows that say the sentence. */
type Variant = { readonly when: string; readonly sentence: string }

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const filled = (sentence: string, fields: readonly string[]): string =>
  sentence
    .split(SLOT)
    .flatMap((part, at) => (at === 0 ? [quoted(part)] : [`(${fields[at - 1]})`, quoted(part)]))
    .join(' || ')

/** SQL of the text that may have the word; null: every row has it. `fields`: folded SQL for each slot, in their order. */
const textSql = (variants: readonly [Variant, Variant], fields: readonly string[], word: string): string | null => {
  const [one, other] = variants.map(({ sentence }) => accentFold(sentence).split(' '))
  if (one === undefined || other === undefined) return null
  const isSaid = (part: string) => !part.includes(SLOT) && part.includes(word)
  if (one.some(isSaid) && other.some(isSaid)) return null
  const ours = [...one, ...other]
  const beside = new Set(ours.filter((part) => part.includes(SLOT)).join(''))
  if (!ours.some(isSaid) && !Array.from(word).some((sign) => beside.has(sign))) return fields.join(" || ' ' || ")
  return `iif(${variants[0].when}, ${filled(one.join(' '), fields)}, ${filled(other.join(' '), fields)})`
}

type Word = { readonly word: string }
type Article = Word & {
  readonly kind: Parameters<typeof articleText>[0]['kind']
  readonly slug: string
  readonly isByWebhook: string
}

export const articleSql = ({ kind, slug, isByWebhook, word }: Article): string | null => {
  const of = (by: boolean) => articleText({ kind, slug: SLOT, isByWebhook: by })
  const variants = [
    { when: isByWebhook, sentence: of(true) },
    { when: 'TRUE', sentence: of(false) },
  ] as const
  return textSql(variants, [accentFoldedSql(slug)], word)
}

type Reply = Word & {
  readonly subject: string
  readonly isTimeOfReply: string
  /** SQL of the text that is made of the site's SQL; null where no site is known. */
  readonly site: (toText: (site: string) => string) => string
}

export const replySql = ({ subject, isTimeOfReply, site, word }: Reply): string | null => {
  const of = (isTime: boolean) => replyText({ subject: SLOT, site: SLOT, isTimeOfReply: isTime })
  const variants = [
    { when: isTimeOfReply, sentence: of(true).replace(` to ${SLOT}`, SLOT) },
    { when: 'TRUE', sentence: of(false).replace(` to ${SLOT}`, SLOT) },
  ] as const
  const fields = [
    `coalesce(${accentFoldedSql(subject)}, 'without subject')`,
    `coalesce(' to ' || ${site(accentFoldedSql)}, '')`,
  ]
  return textSql(variants, fields, word)
}

/** As JavaScript writes it: 70, not 70.0. */
const numberSql = (value: string): string =>
  `CASE WHEN ${value} = CAST(${value} AS INTEGER) THEN CAST(${value} AS INTEGER) ELSE ${value} END`

/** In `70, −2.5 vs previous audit`. To read the change is a search of its own for each row, which most words need not. */
const mayBeInChange = (word: string): boolean =>
  /^[,+−\d.e-]+$/.test(word) || VS_AUDIT.split(' ').some((part) => part.includes(word))

type Audit = Word & { readonly url: string; readonly score: string; readonly scoreChange: string }

export const auditSql = ({ url, score, scoreChange, word }: Audit): string | null => {
  const signed = `SELECT iif(c > 0, '+', '−') || (${numberSql('abs(c)')}) FROM (SELECT nullif(${scoreChange}, 0) AS c) WHERE c IS NOT NULL`
  const numbers = mayBeInChange(word)
    ? `coalesce((${numberSql(score)}) || coalesce(', ' || (${signed}) || ' ${VS_AUDIT}', ''), '')`
    : "''"
  const of = (known: number | null) => auditText({ url: SLOT, score: known, scoreChange: null })
  const variants = [
    { when: `${score} IS NOT NULL`, sentence: of(70).replace('70', SLOT) },
    { when: 'TRUE', sentence: of(null) },
  ] as const
  return textSql(variants, [accentFoldedSql(url), numbers], word)
}
