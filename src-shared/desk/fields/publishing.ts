// Fields of Articles, Impact and the webhooks' deliveries.
import { PROVIDER_NAMES } from '../../service/providers.ts'
import type { ImpactRow } from '../impact.ts'
import type { Article } from '../publishing.ts'
import { IMPACT_REASONS } from '../values/state-names.ts'
import type { Delivery } from '../webhooks.ts'
import { change, day, fieldsOf, instant, number, text, yes } from './field.ts'

const words = (state: string | null | undefined): string | undefined => state?.replaceAll('-', ' ')

export const ARTICLE_FIELDS = fieldsOf<Article>()({
  articleSlug: text('Article', { short: 'Slug', view: ['slug', 'Slug of the article.'] }),
  title: text('Title', { isSorted: true, short: 'Article' }),
  provider: text('Platform', {
    short: 'Platforms',
    about: 'Each platform with the state of the article there',
    view: ['provider', 'The platform, e.g. wordpress.'],
  }),
  state: text('Status', {
    isSorted: true,
    about: 'What happened last on any platform',
    view: ['state', 'held, sending, scheduled, draft, published, failed, unknown or unpublished.'],
  }),
  at: instant('Published or scheduled', {
    short: 'Date',
    about: 'When it is scheduled, or was published last',
    view: ['at', 'When it is or was due; where it is published: when it was.'],
  }),
  lastPublishedAt: instant('Last published', { isSorted: true }),
  platforms: {
    ...text('Status by platform'),
    value: ({ providers }) =>
      providers
        .map(({ provider, state }) => `${PROVIDER_NAMES[provider]}: ${state}`)
        .toSorted()
        .join('; '),
  },
  seenIn: { ...text('Known from', { isSorted: true }), value: ({ seenIn }) => words(seenIn) },
  impact: {
    ...text('Impact', { about: 'Whether the page of the article gained or lost clicks after it was published' }),
    value: ({ impact }) => words(impact?.verdict),
  },
  url: text('Address', { view: ['url', 'Address of the published page; NULL: unknown.'] }),
})

export const IMPACT_FIELDS = fieldsOf<ImpactRow>()({
  articleSlug: text('Article', { view: ['slug', 'Slug of the article (calendar.slug).'] }),
  title: text('Title', {
    isSorted: true,
    short: 'Article',
    view: ['title', 'Its title; NULL: no webhook reported it.'],
  }),
  publishedDay: day('Published', { isSorted: true, view: ['day', 'The day on which it was published.'] }),
  verdict: {
    ...text('Verdict', {
      isSorted: true,
      about: 'What followed: more clicks or fewer than the untouched pages of the brand let expect',
      view: ['verdict', 'up, down, no-change, too-early or not-measured.'],
    }),
    value: ({ verdict }) => words(verdict),
  },
  reason: {
    ...text('Reason', {
      view: ['reason', `Why there is no up or down: ${IMPACT_REASONS.join(', ')}; NULL: it may be chance.`],
    }),
    value: ({ reason }) => words(reason),
  },
  effect: change('Effect on clicks', {
    about: 'Change vs expected clicks, with the interval that holds the true effect in 95 of 100 cases',
    view: ['effect', 'Clicks vs those expected from the untouched pages, as a share: 0.25 is a quarter more.'],
  }),
  low: {
    ...number('Effect from', { view: ['effect_low', 'The true effect is at least this in 95 of 100 cases.'] }),
    value: ({ interval }) => interval?.low,
  },
  high: {
    ...number('Effect to', { view: ['effect_high', 'The true effect is at most this in 95 of 100 cases.'] }),
    value: ({ interval }) => interval?.high,
  },
  detectable: change('Smallest visible rise', {
    short: 'Too small to see',
    about: 'Where no change is visible: a change between these would often not be seen',
    view: ['detectable', 'A smaller rise, as a share, is often not seen; a fall: 1 - 1 / (1 + detectable).'],
  }),
  clicksBefore: number('Clicks a day before', {
    short: 'Before',
    about: 'Clicks a day of the keywords of the page, before it was published',
    view: ['clicks_before', 'Clicks per day before.'],
  }),
  clicksAfter: number('Clicks a day after', {
    short: 'After',
    about: 'Clicks a day of the keywords of the page, after it was published',
    view: ['clicks_after', 'Clicks per day after.'],
  }),
  controlChange: change('Change of untouched pages', {
    view: ['control_change', 'How clicks of the untouched pages changed, as a share.'],
  }),
  keywords: number('Keywords', {
    about: 'Keywords that the page ranked for',
    view: ['keywords', 'How many keywords the page ranked for.'],
  }),
  daysAfter: number('Days after', {
    about: 'Whole days after publishing that are compared',
    view: ['days_after', 'Whole days after publishing that were compared.'],
  }),
  page: text('Page', { view: ['page', 'The ranked page; NULL: none ranked in these days.'] }),
  isNewPage: yes('New page', { isUnexported: true, view: ['is_new_page', '1: it ranked for nothing before.'] }),
})

export const DELIVERY_FIELDS = fieldsOf<Delivery>()({
  receivedAt: instant('Received', { isSorted: true }),
  event: text('Event'),
  slug: text('Article'),
  title: text('Title'),
  status: text('Status'),
  reason: text('Reason'),
  secretUsed: text('Secret'),
  bytes: number('Size (bytes)', { short: 'Size' }),
})
