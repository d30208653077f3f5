// The cause of a drop and its evidence in the language of the report. What a person said stands before what was found.
import type { CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import type { ToldCause, ToldDrop } from '../../causes/public.ts'
import type { ReportFormatter } from '../render/format.ts'
import type { ReportTexts } from '../texts/en.ts'

/** What was done on the page before; text null: it is not for clients. */
type Done = { readonly day: string; readonly text: string | null }
type Language = { readonly texts: ReportTexts; readonly format: ReportFormatter; readonly done: Done | null }
type Sentence = string | undefined
type Count = ToldCause['figures']['together']

/** A page of the brand, without its site. */
export const pathOf = (page: string): string => page.replace(/^https?:\/\/[^/]+(?=\/)/, '')

const sentencesOf = (cause: ToldCause, { of, page: own }: ToldDrop, { texts: { causes }, format, done }: Language) => {
  const { page, pageAfter, figures } = cause
  const { together, controls, brands, impressions, ctr, slice } = figures
  const share = (value: number) => format.value(value, 'percentChange')
  const counted = (say: (fell: string, all: string) => string, count: Count): Sentence =>
    count === undefined || count.of === 0
      ? undefined
      : say(format.value(count.fell, 'number'), format.value(count.of, 'number'))
  return {
    ofPage: counted(of === 'page' ? causes.ofPage : causes.ofOtherOnPage, together),
    ofRest: counted(of === 'brand' ? causes.ofWebsite : causes.ofOtherPages, together),
    ofTopic: counted(causes.ofTopic, together),
    seenLess: counted(causes.seenLess, together),
    ofOtherPages: counted(causes.ofOtherPages, controls),
    ofOtherTopics: counted(causes.ofOtherTopics, controls),
    ofWebsites: counted(causes.ofWebsites, brands),
    noWebsites: brands === undefined ? undefined : causes.noWebsites(format.value(brands.of, 'number')),
    impressions: impressions === undefined ? undefined : causes.impressions(share(impressions)),
    clicks: impressions === undefined || ctr === undefined ? undefined : causes.clicks(share(impressions), share(ctr)),
    positions: slice === undefined ? undefined : causes.positions(share(slice.change), share(slice.others)),
    // A page that fell itself is not named again.
    page: page === null || page === own ? undefined : causes.page(pathOf(page)),
    pages: page === null || pageAfter === null ? undefined : causes.pages(pathOf(page), pathOf(pageAfter)),
    done:
      done === null
        ? undefined
        : done.text === null
          ? causes.changed(format.day(done.day))
          : causes.did(format.day(done.day), done.text),
  }
}

const EVIDENCE: Readonly<Record<CauseKind, readonly (keyof ReturnType<typeof sentencesOf>)[]>> = {
  measuring: ['seenLess', 'impressions'],
  'one-slice': ['positions'],
  'many-brands': ['ofWebsites', 'ofRest'],
  'own-action': ['done', 'ofPage', 'ofOtherPages'],
  'whole-site': ['ofRest', 'noWebsites'],
  topic: ['ofTopic', 'ofOtherTopics'],
  'one-page': ['page', 'ofPage', 'ofOtherPages'],
  'another-page': ['pages', 'ofOtherPages'],
  'results-page': ['clicks'],
  demand: ['clicks'],
}

const evidenceOf = (cause: ToldCause, drop: ToldDrop, language: Language): string[] => {
  const sentences = sentencesOf(cause, drop, language)
  return EVIDENCE[cause.kind].flatMap((name) => sentences[name] ?? [])
}

const titleOf = ({ kind, figures: { slice, topic } }: ToldCause, { texts: { causes } }: Language): string => {
  if (kind === 'one-slice' && slice !== undefined) return causes.slice(slice.name)
  return kind === 'topic' && topic !== undefined ? causes.topic(topic) : causes.kinds[kind]
}

/** What keeps a cause from being found, as it is said: the first one. */
const REASONS = ['too-new', 'few-days', 'few-keywords', 'page-unknown'] as const

export type CauseWords = {
  readonly isNamed: boolean
  /** Drops with the same one have one cause, where it began within a few days. */
  readonly group: string
  readonly since: string
  /** Null: it is not told. */
  readonly cause: string | null
  readonly evidence: readonly string[]
}

type Answer = NonNullable<ToldDrop['answer']>

const saidWords = (answer: Answer, drop: ToldDrop, language: Language): CauseWords => {
  const { causes } = language.texts
  // A person who rejects what was found names nothing.
  if (!answer.isNamed) return { isNamed: false, group: 'none', since: drop.since, cause: causes.none, evidence: [] }
  const found = drop.cause?.kind === answer.kind ? drop.cause : null
  const own = answer.kind === null ? answer.text : causes.kinds[answer.kind]
  const name = found === null ? own : titleOf(found, language)
  return {
    isNamed: true,
    group: `said ${name}`,
    since: drop.since,
    cause: `${name} (${causes.said})`,
    evidence: found === null ? [] : evidenceOf(found, drop, language),
  }
}

export const causeWords = (told: ToldDrop, language: Language): CauseWords => {
  const { answer, unchecked } = told
  const { cause } = told
  const drop = { ...told, cause }
  const { causes } = language.texts
  if (answer !== null) return saidWords(answer, drop, language)
  if (cause === null) {
    const reason = REASONS.find((one) => unchecked.includes(one))
    const evidence = reason === undefined ? [] : [causes.reasons[reason]]
    return { isNamed: false, group: `none ${reason ?? ''}`, since: drop.since, cause: causes.none, evidence }
  }
  const { kind, confidence, since, page, pageAfter, figures } = cause
  // One article is of several pages, such as the guide to a product.
  const of = kind === 'own-action' ? [figures.event?.text] : [page, pageAfter, figures.topic, figures.slice?.name]
  return {
    isNamed: true,
    group: JSON.stringify([kind, ...of]),
    since,
    cause: `${titleOf(cause, language)} (${causes[confidence]})`,
    evidence: evidenceOf(cause, drop, language),
  }
}
