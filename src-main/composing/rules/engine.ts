// A safe Liquid: without files, clock and randomness. Every output and every step of a loop uses up one budget, so that a
// large template ends at the same point on every machine, and not by a timeout.
import { type Context, ForTag, Liquid, type Template } from 'liquidjs'

export const TEMPLATE_CHARACTERS_MAX = 200_000
/** Tags and outputs in one template. */
const TOKENS_MAX = 5_000
/** Characters that filters, outputs and loops may produce for one recipient. */
const BUDGET = 500_000
/** What a step of a loop costs besides the length of its body. */
const STEP_COST = 50
/** For work that the budget does not count; far above what it allows. */
const RENDER_MS_MAX = 2_000

const TAGS: ReadonlySet<string> = new Set([
  ...['assign', 'break', 'capture', 'case', 'comment', 'continue', 'if', 'raw', 'unless', '#'],
])

/** Pure filters. Left out: random (`sample`), clock (`date`), code in strings (`where_exp`), HTML, hashes. */
const FILTERS: ReadonlySet<string> = new Set([
  ...['abs', 'append', 'at_least', 'at_most', 'capitalize', 'ceil', 'compact', 'concat', 'default', 'divided_by'],
  ...['downcase', 'first', 'floor', 'join', 'last', 'lstrip', 'minus', 'modulo', 'normalize_whitespace', 'plus'],
  ...['prepend', 'remove', 'remove_first', 'remove_last', 'replace', 'replace_first', 'replace_last', 'reverse'],
  ...['round', 'rstrip', 'size', 'slice', 'sort', 'sort_natural', 'split', 'squish', 'strip', 'strip_newlines'],
  ...['times', 'truncate', 'truncatewords', 'uniq', 'upcase', 'url_encode'],
])

class CountedForTag extends ForTag {
  constructor(...args: ConstructorParameters<typeof ForTag>) {
    const [token, remaining] = args
    super(...args)
    const cost = STEP_COST + (remaining[0]?.begin ?? token.input.length) - token.end
    const charge: Template = {
      token,
      render: (ctx: Context) => ctx.memoryLimit.use(cost),
    }
    this.templates.unshift(charge)
  }
}

export const createEngine = (): Liquid => {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    lenientIf: true,
    ownPropertyOnly: true,
    relativeReference: false,
    dynamicPartials: false,
    templates: {},
    parseLimit: TEMPLATE_CHARACTERS_MAX,
    memoryLimit: BUDGET,
    renderLimit: RENDER_MS_MAX,
  })
  for (const name of Object.keys(engine.tags)) if (!TAGS.has(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!FILTERS.has(name)) delete engine.filters[name]
  engine.registerTag('for', CountedForTag)
  return engine
}

/** Why a text is too large to be parsed; null: it is not. */
export const tooLong = (text: string): string | null => {
  if (text.length > TEMPLATE_CHARACTERS_MAX) return `it is longer than ${TEMPLATE_CHARACTERS_MAX} characters`
  const tokens = text.match(/\{[{%]/g)?.length ?? 0
  return tokens > TOKENS_MAX ? `it has more than ${TOKENS_MAX} tags and variables` : null
}
