import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'

/** What was done to an article, with its title in place of its slug; who confirmed it is no part of the cause. */
export const actionText = ({ text, subject }: { readonly text: string; readonly subject: string }): string => {
  const at = text.lastIndexOf(`${subject}, confirmed by `)
  return at < 0 ? text : `${text.slice(0, at)}“${titleOfSlug(subject)}”`
}
