// The variables of a template; columns of an import are added to them.

export type Variable = { readonly label: string; readonly code: string }

export const VARIABLES: readonly Variable[] = [
  { label: 'First name', code: 'contact.firstName' },
  { label: 'Last name', code: 'contact.lastName' },
  { label: 'Whole name', code: 'contact.name' },
  { label: 'Role', code: 'contact.role' },
  { label: 'E-mail', code: 'contact.email' },
  { label: 'Site', code: 'prospect.domain' },
  { label: 'Title of the page', code: 'prospect.title' },
  { label: 'Address of the page', code: 'prospect.url' },
  { label: 'Our brand', code: 'brand.name' },
]

export const WITH_FALLBACK: Variable = {
  label: 'First name, or “there”',
  code: 'contact.firstName | default: "there"',
}

/** The variable as it is written in a template. */
export const tagOf = (code: string): string => `{{ ${code} }}`

/** Replaces the selection by a tag; `caret` is the place after it. */
export const insertAt = (text: string, tag: string, start: number, end: number): { text: string; caret: number } => ({
  text: `${text.slice(0, start)}${tag}${text.slice(end)}`,
  caret: start + tag.length,
})
