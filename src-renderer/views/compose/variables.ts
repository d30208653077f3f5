// The variables of a template; columns of an import are added to them.

export type Variable = { readonly label: string; readonly code: string }

const NAMES = {
  contact: { firstName: 'First name', lastName: 'Last name', name: 'Whole name', role: 'Role', email: 'E-mail' },
  prospect: { domain: 'Site', title: 'Title of the page', url: 'Address of the page' },
  brand: { name: 'Our brand' },
} as const

export const VARIABLES: readonly Variable[] = Object.entries(NAMES).flatMap(([of, fields]) =>
  Object.entries(fields).map(([field, label]) => ({ label, code: `${of}.${field}` })),
)

export const WITH_FALLBACK: Variable = {
  label: 'First name, or “there”',
  code: 'contact.firstName | default: "there"',
}

/** The variable as it is written in a template. */
export const tagOf = (code: string): string => `{{ ${code} }}`

const LABELS = new Map(VARIABLES.map(({ code, label }) => [code, label]))

/** A text with each variable as people read it: `Hi [First name],`. For texts that are of no person yet. */
export const readable = (text: string): string =>
  text.replace(/\{\{-?\s*([\w.]+)[^}]*\}\}/g, (_, code: string) => `[${LABELS.get(code) ?? code}]`)

/** Replaces the selection by a tag; `caret` is the place after it. */
export const insertAt = (text: string, tag: string, start: number, end: number): { text: string; caret: number } => ({
  text: `${text.slice(0, start)}${tag}${text.slice(end)}`,
  caret: start + tag.length,
})
