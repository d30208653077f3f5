// What the desk works out itself, as views for SQL and assistants.
import { ALERT_KINDS } from './alert-kinds.ts'
import { ANNOTATION_KINDS } from './annotation-kinds.ts'
import { at, brand, column, keyword, type QueryView } from './query-column.ts'
import { IMPACT_REASONS } from './state-names.ts'

export const INSIGHT_VIEWS = [
  {
    name: 'alerts',
    about:
      'One row per keyword, site, tool or webhook that an alert of this desk found. An alert is a rule, a brand and a day.',
    dataset: null,
    columns: [
      brand,
      column('alert', 'text', 'The id of the alert; its rows have the same.'),
      column('day', 'day', 'The day that it is about.'),
      column('rule', 'text', 'Name of the rule.'),
      column('kind', 'text', ALERT_KINDS.join(', ')),
      column('subject', 'text', 'The keyword, site, tool or article; of clicks-down, budget and webhook the brand.'),
      column(
        'before',
        'text',
        'What it was: a position, clicks, a score, a page, allow or deny; the day of a webhook.',
      ),
      column(
        'after',
        'text',
        'What it is since; of a position NULL: not ranking; of a silent webhook days without one.',
      ),
      column('clicks', 'number', 'Of a keyword: clicks a week before.'),
      column('found', 'number', 'How many the alert found; the first ones have a row.'),
      column('is_new', 'yes', '0: a person has seen it.'),
      column('is_muted', 'yes', '1: its rule was muted.'),
      at('fired_at', 'When it fired.'),
    ],
  },
  {
    name: 'annotations',
    about:
      'One row per brand and note of a person, or thing that happened: what may explain a change on a curve. A note on all brands has a row for each.',
    dataset: null,
    columns: [
      brand,
      column('day', 'day', 'The day.'),
      column('until_day', 'day', 'The last day of a note on several; NULL: one day.'),
      column('kind', 'text', `note (by a person), or what happened: ${ANNOTATION_KINDS.slice(1).join(', ')}.`),
      column('text', 'text', 'The note, or what happened in a sentence.'),
      column('keyword', 'text', 'The keyword that a note is about; NULL: any.'),
      column('page', 'text', 'The page that a note is about, or a part of its address; NULL: any.'),
      at('at', 'When the note was written, or when it happened.'),
    ],
  },
  {
    name: 'impact',
    about:
      'One row per published article: clicks of its page before and after, compared with the untouched pages of the brand. Only up and down are more than chance.',
    dataset: 'rankings',
    columns: [
      brand,
      column('slug', 'text', 'Slug of the article (calendar.slug).'),
      column('title', 'text', 'Its title; NULL: no webhook reported it.'),
      column('day', 'day', 'The day on which it was published.'),
      column('page', 'text', 'The ranked page; NULL: none ranked in these days.'),
      column('is_new_page', 'yes', '1: it ranked for nothing before.'),
      column('verdict', 'text', 'up, down, no-change, too-early or not-measured.'),
      column('reason', 'text', `Why there is no up or down: ${IMPACT_REASONS.join(', ')}; NULL: it may be chance.`),
      column(
        'effect',
        'number',
        'Clicks vs those expected from the untouched pages, as a share: 0.25 is a quarter more.',
      ),
      column('effect_low', 'number', 'The true effect is at least this in 95 of 100 cases.'),
      column('effect_high', 'number', 'The true effect is at most this in 95 of 100 cases.'),
      column('detectable', 'number', 'A smaller change, as a share, is often not seen.'),
      column('keywords', 'number', 'How many keywords the page ranked for.'),
      column('clicks_before', 'number', 'Clicks per day before.'),
      column('clicks_after', 'number', 'Clicks per day after.'),
      column('control_change', 'number', 'How clicks of the untouched pages changed, as a share.'),
      column('days_after', 'number', 'Whole days after publishing that were compared.'),
    ],
  },
  {
    name: 'cannibalisation',
    about:
      'One row per brand and keyword for which two pages of the brand compete, in up to 90 days. Page a ranked best most often.',
    dataset: 'rankings',
    columns: [
      brand,
      keyword,
      column('kind', 'text', 'flips (they take turns), split (they share the clicks) or both.'),
      column('page_a', 'text', 'Address of the page.'),
      column('page_b', 'text', 'Address of the other page.'),
      column('days_a', 'number', 'Days on which page a ranked best.'),
      column('days_b', 'number', 'Days on which page b ranked best.'),
      column('position_a', 'number', 'Mean position on those days.'),
      column('position_b', 'number', 'Mean position on those days.'),
      column('clicks_a', 'number', 'Clicks of the keyword on those days.'),
      column('clicks_b', 'number', 'Clicks of the keyword on those days.'),
      column('share_a', 'number', 'Share of the clicks of both pages in the last 28 days, 0 to 1.'),
      column('share_b', 'number', 'The same of page b.'),
      column('flips', 'number', 'How often the page that ranks best changed.'),
      column('clicks', 'number', 'Clicks of the keyword in all these days.'),
      column('impressions', 'number', 'Impressions of the keyword in all these days.'),
      column('cost', 'number', 'Clicks that the days of the worse page cost, estimated; NULL: of a split.'),
      column('since', 'day', 'The first day of the first turn; NULL: of a split.'),
    ],
  },
] as const satisfies readonly QueryView[]
