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
