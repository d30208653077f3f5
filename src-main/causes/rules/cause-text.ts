// A cause in plain sentences: what it is, its figures with those of the controls, and what to do next.
import { CAUSE_LABELS, type CauseKind, type Unchecked } from '../../../src-shared/desk/values/cause-kinds.ts'
import { dayText } from '../../base/clock.ts'
import type { Cause, Figures } from './cause.ts'
import type { Count } from './chance.ts'

/** Addresses by their numbers. */
export type Names = ReadonlyMap<number, string>

const percent = (share: number): string =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(Math.round(100 * share))}%`
const ofAll = ({ fell, of }: Count, noun: string): string => `${fell} of ${of} ${noun}`

/** What fell: of a page that fell itself, all keywords are counted. */
type Fallen = 'keyword' | 'page' | 'brand'
const ofPage = (of: Fallen): string => (of === 'page' ? 'keywords of the page' : 'other keywords of the page')
const ofRest = (of: Fallen): string => (of === 'brand' ? 'keywords' : 'keywords of other pages')

type Texts = {
  /** Absent: the label of its kind. */
  readonly title?: (figures: Figures, since: number | undefined) => string
  readonly evidence: (
    figures: Figures,
    names: Names,
    of: Fallen,
    since: number | undefined,
  ) => readonly (string | undefined)[]
  readonly next: string
}

const together = ({ together: count }: Figures, noun: string): string | undefined =>
  count === undefined || count.of === 0 ? undefined : `${ofAll(count, noun)} fell in the same days.`
const controls = ({ controls: count }: Figures, noun: string): string | undefined =>
  count === undefined || count.of === 0 ? undefined : `${ofAll(count, noun)} fell.`
const clicks = ({ impressions, ctr }: Figures): string | undefined =>
  impressions === undefined || ctr === undefined
    ? undefined
    : `Impressions ${percent(impressions)}, CTR ${percent(ctr)}, the weekdays and the position taken out.`
const happened = ({ text, daysBefore }: NonNullable<Figures['event']>, what = ''): string =>
  daysBefore === 0
    ? `${text}, on the same day.`
    : `${text}, ${daysBefore} ${daysBefore === 1 ? 'day' : 'days'} before${what}.`
/** `Published “Boots” on 17 Nov`: a webhook does not say by whom. Without the first day of the cause its day is not known. */
const doneOn = ({ text, daysBefore }: NonNullable<Figures['event']>, since: number | undefined): string =>
  `${text.replace(' as scheduled:', '')}${since === undefined ? '' : ` on ${dayText(since - daysBefore)}`}`

/** With each what was done to the whole brand: which of it, if any, did this is not known. */
const doneOf = ({ done = [] }: Figures): string[] =>
  done.length === 0
    ? []
    : [
        ...done.map((one) => happened(one)),
        `Nobody can say whether ${done.length === 1 ? 'it' : 'one of these'} did this: no page was untouched.`,
      ]
const nameOf = (page: number | undefined, names: Names): string => names.get(page ?? 0) ?? 'an unknown page'

const TEXTS: Readonly<Record<CauseKind, Texts>> = {
  measuring: {
    evidence: ({ together: count, impressions }) => [
      count === undefined ? undefined : `${ofAll(count, 'keywords')} are seen less or gone at once.`,
      impressions === undefined ? undefined : `Impressions ${percent(impressions)} from one day to the next.`,
    ],
    next: 'Sync again, and wait for whole days.',
  },
  'one-slice': {
    title: ({ slice }) => `Only ${slice?.name ?? 'one part'} fell`,
    evidence: ({ slice }) =>
      slice === undefined
        ? []
        : [`Positions on ${slice.name} ${percent(slice.change)} (more is worse), elsewhere ${percent(slice.others)}.`],
    next: 'Check the pages there: how they load, and what is shown.',
  },
  'many-brands': {
    title: ({ brands }) =>
      brands === undefined ? CAUSE_LABELS['many-brands'] : `${ofAll(brands, 'brands')} fell at once`,
    evidence: (figures, _, of) => [together(figures, ofRest(of))],
    next: 'Probably a change at the search engine. Compare what fell with what rose before you change pages.',
  },
  'own-action': {
    title: ({ event }, since) => (event === undefined ? CAUSE_LABELS['own-action'] : doneOn(event, since)),
    evidence: (figures, names, of, since) => [
      // The page may fall some days before the keyword that is looked at.
      figures.event === undefined
        ? undefined
        : happened(figures.event, ` the page fell${since === undefined ? '' : ` on ${dayText(since)}`}`),
      of === 'page' ? undefined : `Page: ${nameOf(figures.page, names)}.`,
      together(figures, ofPage(of)),
      controls(figures, 'keywords of other pages'),
    ],
    next: 'Check what was changed, and undo it if it explains the loss.',
  },
  'whole-site': {
    evidence: (figures, _, of) => [
      together(figures, ofRest(of)),
      ...doneOf(figures),
      figures.brands === undefined
        ? undefined
        : `Of ${figures.brands.of} brands, no more than usual fell in these days.`,
    ],
    next: 'Check that the site can be reached and indexed, and what was changed on all pages.',
  },
  topic: {
    title: ({ topic }) => `The topic “${topic ?? ''}” fell`,
    evidence: (figures) => [
      together(figures, 'keywords of the topic on other pages'),
      controls(figures, 'keywords of other topics'),
    ],
    next: 'Compare with the sites that rank for this topic now.',
  },
  'one-page': {
    evidence: (figures, names, of) => [
      `Page: ${nameOf(figures.page, names)}.`,
      together(figures, ofPage(of)),
      controls(figures, 'keywords of other pages'),
    ],
    next: 'Open the page: is it there, redirected, or not indexed?',
  },
  'another-page': {
    evidence: (figures, names) => [
      `${nameOf(figures.page, names)} ranked before, ${nameOf(figures.pageAfter, names)} does now.`,
      controls(figures, 'keywords of other pages'),
    ],
    next: 'See Competing pages: link to the page that should rank, or merge the two.',
  },
  'results-page': {
    evidence: (figures) => [clicks(figures)],
    next: 'Search for it: what is shown above the result now?',
  },
  demand: {
    evidence: (figures) => [clicks(figures)],
    next: 'Nothing to repair. Compare with last year before you plan for it.',
  },
}

type Told = Pick<Cause, 'kind' | 'figures'> & { readonly since?: number | undefined }

export const causeText = ({ kind, figures, since }: Told, names: Names, of: Fallen = 'keyword') => {
  const { title, evidence, next } = TEXTS[kind]
  return {
    title: title?.(figures, since) ?? CAUSE_LABELS[kind],
    evidence: evidence(figures, names, of, since).filter((sentence) => sentence !== undefined),
    next,
  }
}

const UNCHECKED_TEXTS: Readonly<Record<Unchecked, string>> = {
  'few-days': 'Fewer than 14 days before it are stored.',
  'too-new': 'It began less than 3 days ago.',
  'few-keywords': 'The brand has too few keywords to compare with.',
  'few-brands': 'A fall of many brands at once (needs 30 brands).',
  'page-unknown': 'The page that ranked is unknown.',
  'no-slices': 'Devices and countries are not stored apart.',
  'no-topics': 'The brand has no topic clusters.',
}
export const uncheckedText = (unchecked: Unchecked): string => UNCHECKED_TEXTS[unchecked]
