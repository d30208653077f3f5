// Why the service would skip a site in a search for people, as far as its cached record shows. The interface names the
// reasons (already searched, already links to the brand, creator platform) but not the fields, so names and values of
// fields are matched.
export const FINDING_PEOPLE = 'finding_people'

const REASONS = {
  searched: 'The service is already searching it for people.',
  linked: 'It already links to the brand.',
  selfServe: 'It is a self-serve opportunity: there is nobody to contact.',
  creator: 'Creator platforms are not searched.',
} as const

/** Fields whose words say what a prospect is; others (titles, addresses) may hold any word. */
const TELLING_FIELD = /status|kind|type|category|opportunity|relation|link|tier|source/i
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(self[\s_-]?serve)/i, REASONS.selfServe],
  [/^creator[\s_-]?platform/i, REASONS.creator],
  [
    /^(already[\s_-]?link(s|ed|ing)?|link(s|ed)[\s_-]?(already|to[\s_-]?(us|brand))|linked|backlinked)$/i,
    REASONS.linked,
  ],
]
const FLAGS: readonly (readonly [RegExp, string])[] = [
  [/^(is)?[\s_-]?self[\s_-]?serve$/i, REASONS.selfServe],
  [/^(is)?[\s_-]?creator[\s_-]?platform$/i, REASONS.creator],
  [/^((is|has)?[\s_-]?(already[\s_-]?)?(back)?link(s|ed)?[\s_-]?(already|to[\s_-]?(us|brand))?)$/i, REASONS.linked],
]

const reasonIn = (rows: typeof WORDS, text: string): string | undefined => rows.find(([words]) => words.test(text))?.[1]

/** The reason as a sentence; null: it will probably be searched. */
export const likelySkip = (prospect: Readonly<Record<string, unknown>>): string | null => {
  if (prospect.status === FINDING_PEOPLE) return REASONS.searched
  for (const [field, value] of Object.entries(prospect)) {
    const reason =
      value === true
        ? reasonIn(FLAGS, field)
        : typeof value === 'string' && TELLING_FIELD.test(field)
          ? reasonIn(WORDS, value.trim())
          : undefined
    if (reason !== undefined) return reason
  }
  return null
}

/** The service lists the site as one that links to the brand. */
export const linksAlready = (prospect: Readonly<Record<string, unknown>>): boolean =>
  likelySkip(prospect) === REASONS.linked
