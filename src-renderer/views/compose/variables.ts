// What a template may name. Own columns of an import come on top.

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

/** As it stands in the words. */
export const tagOf = (code: string): string => `{{ ${code} }}`

/** A text with something in place of what is selected, and where the caret goes then. */
export const insertAt = (text: string, tag: string, start: number, end: number): { text: string; caret: number } => ({
  text: `${text.slice(0, start)}${tag}${text.slice(end)}`,
  caret: start + tag.length,
})
