// The only renderer: of previews and of what is sent.
import { LiquidError, type Template, UndefinedVariableError } from 'liquidjs'
import type { PreviewRow, TemplateText } from '../../../src-shared/desk/composing.ts'
import { createEngine, tooLong } from './engine.ts'
import { type KnownNames, unknownNamesIn } from './names.ts'
import type { Scope } from './scope.ts'
import { EmptyVariableError, guard } from './strict.ts'

type Blocker = PreviewRow['blockers'][number]
type Field = 'subject' | 'body'

/** Far more than the service takes. */
const RENDERED_CHARACTERS_MAX: Record<Field, number> = { subject: 10_000, body: 200_000 }

export type Rendered = { readonly subject: string; readonly body: string; readonly blockers: readonly Blocker[] }
type CompiledTemplate = {
  /** Never throws: a field that cannot be resolved is empty and has a blocker. */
  readonly render: (scope: Scope, known: KnownNames) => Rendered
}

const templateError = (field: Field, why: string): Blocker => ({
  code: 'template-error',
  message: `The ${field} cannot be resolved: ${why}.`,
})

const unknownVariable = (field: Field, name: string): Blocker => ({
  code: 'unknown-variable',
  message: `The ${field} uses {{ ${name} }}, which no recipient has. Check the spelling.`,
})

const emptyVariable = (field: Field, name: string): Blocker => ({
  code: 'empty-variable',
  message: `The ${field} uses {{ ${name} }}, which is empty for this contact. Give it a fallback: {{ ${name} | default: "…" }}.`,
})

const rootOf = (error: unknown): unknown =>
  error instanceof EmptyVariableError || error instanceof UndefinedVariableError || !(error instanceof LiquidError)
    ? error
    : error.originalError === undefined
      ? error
      : rootOf(error.originalError)

const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof RangeError || /limit exceeded|call stack/.test(text)) return 'it is too complex'
  const [line = ''] = text.split('\n')
  return line.slice(0, 300)
}

const short = (name: string): string => (name.length <= 100 ? name : `${name.slice(0, 99)}…`)

const toBlocker = (field: Field, error: unknown): Blocker => {
  const root = rootOf(error)
  if (root instanceof EmptyVariableError) return emptyVariable(field, short(root.variable))
  // Unknown names were found before, so the template itself made this value undefined.
  if (root instanceof UndefinedVariableError)
    return emptyVariable(field, root.message.replace(/^undefined variable: /, '').replace(/, line:.*$/s, ''))
  return templateError(field, reasonOf(error))
}

type CompiledField = (scope: Scope, known: KnownNames) => { text: string; blockers: Blocker[] }

const blocked = (...blockers: Blocker[]) => ({ text: '', blockers })

/** A subject is one line. */
const tidy = (field: Field, text: string): string => {
  const wellFormed = text.toWellFormed()
  return field === 'subject' ? wellFormed.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim() : wellFormed
}

/** Compiles templates. Use one for the whole run of the desk. */
export const createRenderer = () => {
  const engine = createEngine()

  const parse = (source: string): { templates: Template[]; unknownNames: ReturnType<typeof unknownNamesIn> } => {
    const templates = engine.parse(source)
    guard(templates)
    return { templates, unknownNames: unknownNamesIn(templates) }
  }

  const compileField = (field: Field, source: string): CompiledField => {
    const long = tooLong(source)
    if (long !== null) return () => blocked(templateError(field, long))
    let parsed: ReturnType<typeof parse>
    try {
      parsed = parse(source)
    } catch (error) {
      const blocker = templateError(field, reasonOf(error))
      return () => blocked(blocker)
    }
    const { templates, unknownNames } = parsed
    let checked: { known: KnownNames; blockers: Blocker[] } | undefined
    return (scope, known) => {
      if (checked?.known !== known)
        checked = { known, blockers: unknownNames(known).map((name) => unknownVariable(field, short(name))) }
      if (checked.blockers.length > 0) return blocked(...checked.blockers)
      try {
        const text = tidy(field, String(engine.renderSync(templates, scope)))
        if (text.length <= RENDERED_CHARACTERS_MAX[field]) return { text, blockers: [] }
        return blocked(templateError(field, `the result has ${text.length} characters`))
      } catch (error) {
        return blocked(toBlocker(field, error))
      }
    }
  }

  const compile = (template: TemplateText): CompiledTemplate => {
    const subject = compileField('subject', template.subject)
    const body = compileField('body', template.body)
    return {
      render: (scope, known) => {
        const fields = { subject: subject(scope, known), body: body(scope, known) }
        return {
          subject: fields.subject.text,
          body: fields.body.text,
          blockers: [...fields.subject.blockers, ...fields.body.blockers],
        }
      },
    }
  }
  return { compile }
}
export type Renderer = ReturnType<typeof createRenderer>
