// Names of causes, apart from their schemas: the window and the store's thread have none of those.

/** In this order where several explain a drop: from what lies outside of the brand to what is of one keyword. */
export const CAUSE_KINDS = [
  'measuring',
  'one-slice',
  'many-brands',
  'own-action',
  'whole-site',
  'topic',
  'one-page',
  'another-page',
  'results-page',
  'demand',
] as const
export type CauseKind = (typeof CAUSE_KINDS)[number]

/** Each in one line, without its figures. */
export const CAUSE_LABELS: Readonly<Record<CauseKind, string>> = {
  measuring: 'The data changed, not the site',
  'one-slice': 'Only one device or country fell',
  'many-brands': 'Many brands fell at once',
  'own-action': 'It followed an own action',
  'whole-site': 'The whole site fell',
  topic: 'A topic fell',
  'one-page': 'One page fell',
  'another-page': 'Another page ranks',
  'results-page': 'Fewer clicks from the results page',
  demand: 'Fewer searches',
}

/** "Named by Ana"; a desk alone has no names. */
export const answerHead = (isNamed: boolean, name: string | null): string => {
  const said = isNamed ? 'Named' : 'Rejected'
  return name === null ? said : `${said} by ${name}`
}

/** Of a cause that a person names in their own words. */
export const ANSWER_MAX = 200

export const CONFIDENCES = ['clear', 'likely'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** What the rules could not check. */
export const UNCHECKED = [
  'few-days',
  'too-new',
  'few-keywords',
  'page-unknown',
  'few-brands',
  'no-slices',
  'no-topics',
] as const
export type Unchecked = (typeof UNCHECKED)[number]
