// What the desk works out itself, as views for SQL and assistants.

import { viewColumns } from '../fields/field.ts'
import { IMPACT_FIELDS } from '../fields/publishing.ts'
import { CONFLICT_FIELDS, OPPORTUNITY_FIELDS } from '../fields/search.ts'
import { ALERT_KINDS } from './alert-kinds.ts'
import { ANNOTATION_KINDS } from './annotation-kinds.ts'
import { CAUSE_KINDS } from './cause-kinds.ts'
import { at, brand, column, type QueryView } from './query-column.ts'

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
      column('clicks', 'number', 'Of a keyword: clicks a week, on average of the 28 days before.'),
      column('found', 'number', 'How many the alert found; the first ones have a row.'),
      column('is_new', 'yes', '0: a person has seen it.'),
      column('is_muted', 'yes', '1: its rule was muted.'),
      at('fired_at', 'When it fired.'),
    ],
  },
  {
    name: 'notes_and_events',
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
    columns: viewColumns(IMPACT_FIELDS),
  },
  {
    name: 'competing_pages',
    about:
      'One row per brand and keyword for which two pages of the brand compete, in up to 90 days. Page a ranked best most often.',
    dataset: 'rankings',
    columns: viewColumns(CONFLICT_FIELDS),
  },
  {
    name: 'opportunities',
    about:
      'One row per brand and keyword with the clicks that a reachable position would bring in 28 days, by the click curve of the brand itself.',
    dataset: 'rankings',
    columns: viewColumns(OPPORTUNITY_FIELDS),
  },
  {
    name: 'causes',
    about:
      'One row per drop of a keyword, a page or a brand, with its likely cause and what did not fall. Other brands are counted, never named.',
    dataset: 'rankings',
    columns: [
      brand,
      column('subject', 'text', 'What fell: keyword, page, brand.'),
      column('keyword', 'text', 'NULL: a page or the brand fell.'),
      column('page', 'text', 'NULL: a keyword or the brand fell.'),
      column('kind', 'text', 'down, lost (no longer ranks), clicks (at a steady position).'),
      column('since', 'day', 'The first day of the drop.'),
      column('position_before', 'number', 'NULL: of clicks, pages and brands.'),
      column('position_now', 'number', 'NULL: not ranking on the newest day, and as before.'),
      column('clicks_before', 'number', 'A day, on average.'),
      column('clicks_now', 'number', 'A day, on average.'),
      column('cause', 'text', `The likely cause; NULL: none found. ${CAUSE_KINDS.join(', ')}`),
      column('confidence', 'text', 'clear, likely'),
      column('evidence', 'text', 'The cause, its figures and those of what did not fall, in sentences.'),
      column('unchecked', 'text', 'What could not be checked.'),
      column('answer', 'text', 'The cause that a person named or rejected; it counts more than the desk.'),
      column('is_rejected', 'yes', '1: the person says that the answer is not the cause.'),
    ],
  },
] as const satisfies readonly QueryView[]
