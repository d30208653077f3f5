// Without schemas: the store's thread reads it.

/** `note`: written by a person. The others the desk reads from what happened; they are stored nowhere else. */
export const ANNOTATION_KINDS = [
  'note',
  'published',
  'scheduled',
  'unpublished',
  'model',
  'interval',
  'permission',
  'reply',
  'audit',
] as const
